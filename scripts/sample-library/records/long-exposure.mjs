// The channel The Long Exposure: the night sky.
const WIDE = { width: 1280, height: 720 };

export const longExposure = {
  key: 'long-exposure',
  id: 'UClongExposureSampleAa01',
  name: 'The Long Exposure',
  handle: '@thelongexposure',
  followers: 94_210,
  views: 9_882_301,
  initials: 'TL',
  avatar: ['#1f1440', '#3a2768', '#d9a6e8'],
  banner: { drawing: 'galaxy', view: { x: 40, y: 52, w: 280 } },
  tags: ['astronomy', 'night sky', 'photography', 'aurora'],
  description: `Open the shutter, go inside, make soup. What the sky does in the meantime is on this channel.

Settings for every picture: https://example.org/long-exposure`,
  videos: [
    {
      id: 'turningSky1',
      kind: 'video',
      title: 'Fifteen minutes of a turning sky',
      uploaded: '2026-04-25T21:00:00Z',
      seconds: 900,
      views: 22_018,
      likes: 2_755,
      dislikes: 4,
      rating: 4.99,
      categories: ['Science & Technology'],
      tags: ['star trails', 'polaris', 'slow television'],
      description: `A whole night on one sheet: the camera points at the pole and does not blink. Every line is one star that went for a walk.

There is no talking. There is a window with somebody behind it who forgot to go to bed.`,
      foot: 'How long is long enough? A table: https://example.org/long-exposure/trails',
      chapters: [
        [0, 'First dots'],
        [180, 'Commas'],
        [420, 'Arcs'],
        [660, 'A quarter of a circle'],
        [840, 'The window is still lit'],
      ],
      comments: [
        { by: 'polar_pia', text: 'I put this on for the cat. The cat has now seen the rotation of the earth.', likes: 207, daysAgo: 22, hearted: true },
        {
          by: 'arc_second',
          text: '7:00, left of the roof: one trail has a gap. Cloud or plane?',
          likes: 19,
          daysAgo: 20,
          replies: [{ by: 'uploader', text: 'Me, with a torch, looking for the other glove.', likes: 88, daysAgo: 20 }],
        },
      ],
      film: {
        ...WIDE,
        fps: 2,
        drawFps: 0.5, // the sky moves about a pixel a second, so a frame every two seconds is enough
        crf: 42,
        keyEverySeconds: 60,
        audioKbps: 6,
        audioRate: 12_000,
        sound: { seed: 141, beds: { wind: 0.2 }, music: { chords: 'night', level: 0.1, bells: 0.3, bar: 20 } },
        shots: [{ scene: 'trails', options: { degrees: 88 } }],
      },
      thumb: { at: 640, ext: 'jpg' },
    },
    {
      id: 'andromeda_1',
      kind: 'video',
      title: 'Photographing Andromeda from a fourth-floor balcony',
      uploaded: '2026-05-08T21:00:00Z',
      seconds: 56,
      views: 64_377,
      likes: 5_030,
      dislikes: 18,
      rating: 4.98,
      categories: ['Science & Technology'],
      tags: ['andromeda', 'astrophotography', 'balcony'],
      description: `Two and a half million years on the way, and then it has to get past my neighbour's satellite dish.

Ninety-one exposures, a tracker made from a kitchen timer, and one very quiet shooting star at 0:10.`,
      foot: 'The kitchen timer, rebuilt: https://example.org/long-exposure/timer',
      chapters: [
        [0, 'A gap between two roofs'],
        [22, 'Ninety-one exposures'],
        [40, 'There it is'],
      ],
      subtitles: {
        en: [
          [3, 'This is the gap. One fist wide, held out at arm’s length.'],
          [11, 'Did you see that? I did not. I was looking at the kettle.'],
          [18, 'The balcony faces south-east, between a chimney and a dish.'],
          [25, 'Each exposure is forty seconds. The timer ticks, the sky turns, I turn back.'],
          [34, 'After an hour there is a smudge.'],
          [42, 'After two there is a galaxy.'],
          [49, 'It was there all the time. That is the trick.'],
        ],
      },
      comments: [
        {
          by: 'dish_owner',
          text: 'I am the neighbour. I have turned the dish by ten degrees. Clear skies.',
          likes: 940,
          daysAgo: 10,
          hearted: true,
          replies: [{ by: 'uploader', text: 'I owe you a cake and roughly forty light years.', likes: 377, daysAgo: 10 }],
        },
      ],
      film: {
        ...WIDE,
        fps: 8,
        crf: 34,
        sound: { seed: 151, beds: { wind: 0.12 }, music: { chords: 'night', level: 0.13, bells: 0.5, bar: 10 } },
        captions: [{ at: 2, text: 'Andromeda', sub: 'from the fourth floor' }],
        shots: [
          { scene: 'galaxy', seconds: 22 },
          { scene: 'galaxy', seconds: 18, view: { x: 96, y: 16, w: 190 }, from: 22 },
          { scene: 'galaxy', from: 40 },
        ],
      },
      thumb: { at: 4, ext: 'jpg' },
    },
    {
      id: 'cabinAurora',
      kind: 'video',
      title: 'Cabin log: four nights under a storm',
      uploaded: '2026-04-12T21:00:00Z',
      seconds: 62,
      views: 143_880,
      likes: 12_119,
      dislikes: 31,
      rating: 4.99,
      categories: ['Travel & Events'],
      tags: ['aurora', 'cabin', 'snow', 'night'],
      description: `Night one, nothing. Night two, clouds. Night three I burned the potatoes because the window had turned green.

A geomagnetic storm, filmed from the same spot with the same soup.`,
      foot: 'Packing list for a cold camera: https://example.com/cold',
      subtitles: {
        en: [
          [4, 'Night three. It began while the potatoes were on.'],
          [12, 'At first you think that it is a cloud. Then the cloud turns round.'],
          [21, 'It makes no sound. You keep waiting for one.'],
          [30, 'Green is oxygen. So is the red, only higher up and in less of a hurry.'],
          [40, 'The smoke goes straight up. That is how still it is.'],
          [50, 'I went in when I could not feel the tripod any more.'],
        ],
      },
      comments: [
        { by: 'solar_wim', text: 'Kp 8 and potatoes. What a night.', likes: 77, daysAgo: 35 },
        {
          by: 'hanna_hut',
          text: 'Whoever lives there: your chimney needs a cap.',
          likes: 51,
          daysAgo: 33,
          replies: [{ by: 'uploader', text: 'It has one. It is in the snow somewhere, below 0:40.', likes: 60, daysAgo: 33 }],
        },
      ],
      film: {
        ...WIDE,
        container: 'webm',
        fps: 8,
        crf: 42,
        sound: { seed: 161, beds: { wind: 0.3 }, music: { chords: 'night', level: 0.13, bells: 0.45, bar: 12 } },
        captions: [{ at: 2, text: 'Night three', sub: 'The Long Exposure' }],
        shots: [
          { scene: 'aurora', seconds: 30 },
          { scene: 'aurora', seconds: 14, view: { x: 120, y: 56, w: 190 }, from: 30 },
          { scene: 'aurora', from: 44 },
        ],
      },
      thumb: { at: 9, ext: 'webp' },
    },
    {
      id: 'beechMonth1',
      kind: 'video',
      title: 'October, in one beech wood',
      uploaded: '2025-10-31T12:00:00Z',
      seconds: 40,
      views: 3_114,
      categories: ['Film & Animation'],
      film: {
        ...WIDE,
        fps: 8,
        crf: 36,
        sound: { seed: 171, beds: { wind: 0.34 }, music: { chords: 'bench', level: 0.07, bells: 0.4, bar: 10 } },
        shots: [
          { scene: 'beech', seconds: 22, options: { leaves: 26 } },
          { scene: 'beech', view: { x: 60, y: 50, w: 190 }, from: 22, options: { leaves: 26 } },
        ],
      },
      thumb: { at: 4, ext: 'jpg' },
    },
  ],
};
