/** The widths, in pixels, in which the embedded server sends pictures on request (`?width=`; server/openapi.yaml, x-own). */
export const pictureWidths = [240, 540, 960, 1440] as const;

export type PictureWidth = (typeof pictureWidths)[number];
