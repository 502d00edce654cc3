// Makes a channel's two pictures: a wide banner, cut from a drawn scene, and an avatar with its initials, which can be cropped to a circle.
import { readFileSync } from 'node:fs';

export const PICTURES = [
  { kind: 'avatar_uncropped', width: 400, height: 400, limitBytes: 40_000 },
  { kind: 'banner_uncropped', width: 2120, height: 351, limitBytes: 120_000 },
];

const FONT = `@font-face{font-family:'Bricolage Grotesque';src:url('/fonts/bricolage-grotesque/files/bricolage-grotesque-latin-wght-normal.woff2');font-weight:200 800}`;

function avatarMarkup({ initials, avatar: colours }) {
  const [from, to, ink] = colours;
  return `<style>${FONT}body{margin:0}text{font:800 150px 'Bricolage Grotesque';letter-spacing:-6px}</style>
<svg width="400" height="400" viewBox="0 0 400 400">
<defs><linearGradient id="g" x1="0" y1="0" x2="1" y2="1"><stop offset="0" stop-color="${from}"/><stop offset="1" stop-color="${to}"/></linearGradient></defs>
<rect width="400" height="400" fill="url(#g)"/>
<circle cx="292" cy="120" r="150" fill="${ink}" opacity=".2"/>
<circle cx="60" cy="380" r="120" fill="#000" opacity=".14"/>
<text x="200" y="252" text-anchor="middle" fill="${ink}">${initials}</text></svg>`;
}

function bannerMarkup({ banner }) {
  const body = banner.svg ?? readFileSync(new URL(`drawings/${banner.drawing}.svg`, import.meta.url), 'utf8');
  const inner = body
    .replace(/^<svg[^>]*>/u, '')
    .replace(/<\/svg>\s*$/u, '')
    .replaceAll(/<text\b.*?<\/text>/gsu, '');
  const { x, y, w } = banner.view;
  return `<style>body{margin:0;overflow:hidden}svg{display:block}</style>
<svg width="2120" height="351" viewBox="${x} ${y} ${w} ${(w * 351) / 2120}" preserveAspectRatio="xMidYMid slice">${inner}</svg>`;
}

export function drawPicture(studio, channel, picture) {
  const html = picture.kind === 'avatar_uncropped' ? avatarMarkup(channel) : bannerMarkup(channel);
  return studio.photograph(html, picture.width, picture.height);
}
