/** A mark of many videos goes out when its toast ends: it cannot be taken back one by one as well as before (docs/look-and-feel.md, Principles). */
export const undoWindowMs = 8_000;
