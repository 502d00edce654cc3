// All channels and playlists of the sample library.
import { cartographersDesk } from './cartographers-desk.mjs';
import { kettleAndCog } from './kettle-and-cog.mjs';
import { longExposure } from './long-exposure.mjs';
import { northboundRail } from './northbound-rail.mjs';
import { slowHarbour } from './slow-harbour.mjs';
import { smallMachines } from './small-machines.mjs';

export { playlists } from './playlists.mjs';
export const channels = [slowHarbour, kettleAndCog, cartographersDesk, longExposure, northboundRail, smallMachines];
