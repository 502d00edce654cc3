// Draws the lighthouse by night from its tall drawing (900 × 1000), for shorts.
import { glints, glow, stars } from './motion.js';

export async function tallLight(stage) {
  const sky = await stage.layer('nightsea', '1');
  const beams = await stage.layer('nightsea', '172-173', { margin: 80 });
  const far = await stage.layer('nightsea', '174-175', { margin: 60 });
  const boat = await stage.layer('nightsea', '336');
  const land = await stage.layer('nightsea', '337-345');
  const house = await stage.layer('nightsea', '347-349');
  const dots = stars(await stage.marks('nightsea', 2, 171));
  const cold = glints(await stage.marks('nightsea', 176, 265), { slide: 9 });
  const warm = glints(await stage.marks('nightsea', 266, 335), { slide: 9 });
  return (ctx, t) => {
    const shine = 0.55 + 0.45 * Math.sin(t * 0.9);
    sky(ctx);
    dots(ctx, t);
    beams(ctx, { turn: Math.sin(t * 0.35) * 0.16, around: [715, 398], alpha: 0.3 + 0.7 * shine });
    far(ctx);
    cold(ctx, t);
    warm(ctx, t);
    boat(ctx, { x: 60 + t * 2.4, y: Math.sin(t * 0.8) * 5, turn: Math.sin(t * 0.7) * 0.04, around: [300, 690] });
    land(ctx);
    glow(ctx, 715, 399, 160, '#fff0bd', 0.4 + 0.6 * shine);
    house(ctx);
  };
}
