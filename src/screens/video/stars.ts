/** SPEC §2 "Video page": full from 0.75 on, half from 0.25 on, else empty. Pure. */
export type Star = 'full' | 'half' | 'empty';

const starCount = 5;

export function starsOf(rating: number): Star[] {
  return Array.from({ length: starCount }, (_none, at) => {
    const share = rating - at;
    return share >= 0.75 ? 'full' : share >= 0.25 ? 'half' : 'empty';
  });
}
