// The channel Cartographer's Desk: maps, lighthouses and tides.
const WIDE = { width: 1280, height: 720 };

export const cartographersDesk = {
  key: 'cartographers-desk',
  id: 'UCcartographSampleDesk01',
  name: "Cartographer's Desk",
  handle: '@cartographersdesk',
  followers: 733_000,
  views: 91_330_078,
  initials: 'CD',
  avatar: ['#c4a468', '#a58446', '#3a2a10'],
  banner: { drawing: 'map', view: { x: 0, y: 74, w: 320 } },
  tags: ['maps', 'lighthouses', 'tides', 'borders'],
  description: `Maps are letters to people who are lost. This channel reads them aloud: who drew the line, what it cost, and why the sea is never where it was printed.

Sources, scans and corrections: https://example.org/desk`,
  videos: [
    {
      id: 'lightBlink1',
      kind: 'video',
      title: 'Why lighthouses blink differently',
      uploaded: '2026-05-09T10:00:00Z',
      seconds: 100,
      views: 388_112,
      likes: 27_904,
      dislikes: 77,
      rating: 4.99,
      categories: ['Education'],
      tags: ['lighthouse', 'navigation', 'light character'],
      description: `A light that only shines tells you that there is a light. A light that counts tells you where you are.

Every lighthouse on a coast has a *character*: so many flashes, then so much dark. Learn three of them and you can come home without a chart. Film 4 of the crossing was made below this one.`,
      foot: `All characters of the invented coast, on one sheet: https://example.org/desk/characters
The lens, taken apart: https://example.com/lens`,
      chapters: [
        [0, 'One light is not enough'],
        [25, 'Two flashes, then dark'],
        [55, 'Reading it from the boat'],
        [80, 'What the keeper wrote'],
      ],
      subtitles: {
        en: [
          [3, 'From the sea, a light at night is only a light.'],
          [10, 'It could be a window. It could be the next country.'],
          [18, 'So each one gets a way of blinking that belongs to it.'],
          [26, 'Count with me. One. Two. And dark.'],
          [36, 'One. Two. And dark. Ten seconds from start to start.'],
          [46, 'That is its name. It says it all night long.'],
          [56, 'In the boat you need a watch, a list and some patience.'],
          [64, 'Two in ten: the skerry. Three in fifteen: the cape.'],
          [72, 'One long: turn round.'],
          [81, 'The last keeper wrote one line in the book every night.'],
          [88, 'It says: “Lit. Seen, I hope.”'],
        ],
        de: [
          [3, 'Vom Meer aus ist ein Licht bei Nacht bloß ein Licht.'],
          [10, 'Es könnte ein Fenster sein. Oder das nächste Land.'],
          [26, 'Zähl mit. Eins. Zwei. Und dunkel.'],
          [46, 'Das ist sein Name. Es sagt ihn die ganze Nacht.'],
          [88, 'Da steht: „Angezündet. Hoffentlich gesehen.“'],
        ],
      },
      comments: [
        {
          by: 'skerry_sue',
          text: 'My father taught me ours as a song. Two beats, eight beats rest. I still cannot dance to anything else.',
          likes: 612,
          daysAgo: 10,
          hearted: true,
          replies: [{ by: 'uploader', text: 'If you ever record it, I will draw the chart for it.', likes: 240, daysAgo: 9 }],
        },
        { by: 'lumen', text: '“Lit. Seen, I hope.” I had to stop for a moment.', likes: 344, daysAgo: 8 },
        {
          by: 'bo.sun',
          text: 'Small correction: 0:64 does not exist, you mean 1:04. Great film though.',
          likes: 93,
          daysAgo: 8,
          replies: [{ by: 'uploader', text: 'I have drawn coasts for thirty years and cannot count to sixty. Thank you.', likes: 187, daysAgo: 8 }],
        },
      ],
      film: {
        ...WIDE,
        fps: 8,
        crf: 34,
        sound: { seed: 111, beds: { sea: 0.3 }, music: { chords: 'harbour', level: 0.09, bells: 0.5, bar: 10 } },
        captions: [
          { at: 2, text: 'Why lighthouses blink differently', sub: "Cartographer's Desk" },
          { at: 27, text: 'Fl(2) 10 s', sub: 'two flashes every ten seconds' },
          { at: 57, text: 'From the boat' },
        ],
        shots: [
          { scene: 'lighthouse', seconds: 25 },
          {
            scene: 'lighthouse',
            seconds: 30,
            view: { x: 130, y: 14, w: 170 },
            options: {
              flashes: [
                [0.6, 1.4],
                [3, 3.8],
              ],
              period: 10,
            },
          },
          {
            scene: 'lighthouse',
            seconds: 25,
            options: {
              flashes: [
                [0.6, 1.4],
                [3, 3.8],
              ],
              period: 10,
            },
          },
          { scene: 'lighthouse', view: { x: 150, y: 56, w: 170 }, from: 30 },
        ],
      },
      thumb: { at: 3, ext: 'jpg', shots: [{ scene: 'lighthouse' }] },
    },
    {
      id: 'mapBorder_1',
      kind: 'video',
      title: 'The map that moved a border',
      uploaded: '2026-05-04T10:00:00Z',
      seconds: 68,
      views: 254_900,
      likes: 15_610,
      dislikes: 140,
      rating: 4.96,
      categories: ['Education'],
      tags: ['maps', 'history', 'borders'],
      description: `In 1874 a clerk in Nordmark ran out of red ink in the middle of a valley. He mixed some, and it was a little thicker. Eleven farms changed country.

The country is invented. The width of the line is not.`,
      foot: 'Draw your own border trouble: https://example.org/desk/red-ink',
      chapters: [
        [0, 'The valley before'],
        [18, 'A river with opinions'],
        [34, 'Red ink'],
      ],
      automaticCaptions: {
        en: [
          [3, 'so this is the valley before anybody wrote on it'],
          [10, 'every brown line is one height you could walk along it and never climb'],
          [19, 'then the river the river does not care which bank you are on'],
          [27, 'the pale line was the border as the farmers knew it'],
          [35, 'and here comes the red ink'],
          [42, 'thicker than before by about the width of a hair'],
          [50, 'a hair on this sheet is four hundred metres on the ground'],
          [58, 'eleven farms went to sleep in one country and woke up in another'],
        ],
      },
      comments: [
        { by: 'isohypse', text: 'Never has a contour line made me this nervous.', likes: 166, daysAgo: 14, hearted: true },
        { by: 'farm_no_12', text: 'We were number twelve. It rained that day and he stopped early.', likes: 421, daysAgo: 13 },
      ],
      film: {
        ...WIDE,
        fps: 8,
        crf: 33,
        sound: { seed: 121, beds: { room: 0.35 }, music: { chords: 'bench', level: 0.11, bells: 0.5, bar: 8 } },
        captions: [{ at: 2, text: 'Nordmark, 1874', sub: 'sheet 7' }],
        shots: [
          { scene: 'map', seconds: 34, of: 68 },
          { scene: 'map', seconds: 20, from: 34, of: 68, view: { x: 20, y: 70, w: 190 } },
          { scene: 'map', from: 54, of: 68 },
        ],
      },
      thumb: { at: 60, ext: 'jpg', shots: [{ scene: 'map' }] },
    },
    {
      id: 'tideTable_1',
      kind: 'video',
      title: 'كيف يُحسب جدول المد والجزر يدويًا',
      uploaded: '2026-05-07T10:00:00Z',
      seconds: 54,
      views: 71_204,
      likes: 5_880,
      dislikes: 12,
      rating: 4.98,
      language: 'ar',
      categories: ['Education'],
      tags: ['tides', 'moon', 'المد والجزر', 'القمر'],
      description: `القمر يسحب، والبحر يتأخر قليلًا. في هذا الفيلم نرسم جدول يوم واحد بالقلم والمسطرة فقط: اثنتا عشرة ساعة وخمس وعشرون دقيقة من ماء عالٍ إلى ماء عالٍ.

A guest film by our friend Salma, who keeps the tide book of a harbour that has moved twice. In Arabic, with English subtitles.`,
      foot: 'ورقة للتمرين: https://example.org/desk/tides',
      subtitles: {
        ar: [
          [3, 'نبدأ بالقمر، لأن البحر يبدأ به أيضًا.'],
          [12, 'خمسة أطوار، وخط واحد يصعد وينزل.'],
          [22, 'الماء لا يصل في موعده أبدًا؛ نكتب التأخير في الهامش.'],
          [33, 'النقطة الحمراء هي الماء العالي.'],
          [42, 'وبين القمتين: اثنتا عشرة ساعة وخمس وعشرون دقيقة.'],
        ],
        en: [
          [3, 'We begin with the moon, because the sea does too.'],
          [12, 'Five phases, and one line that goes up and down.'],
          [22, 'The water is never on time; the delay goes into the margin.'],
          [33, 'The red dot is high water.'],
          [42, 'And between two tops: twelve hours and twenty-five minutes.'],
        ],
      },
      comments: [
        { by: 'marea', text: 'أجمل درس عن البحر رأيته. شكرًا سلمى!', likes: 98, daysAgo: 11, hearted: true },
        { by: 'ebb_and_flo', text: 'I do not read Arabic and understood the whole curve. That is good drawing.', likes: 133, daysAgo: 10 },
      ],
      film: {
        ...WIDE,
        fps: 8,
        crf: 32,
        sound: { seed: 131, beds: { sea: 0.16, room: 0.2 }, music: { chords: 'harbour', level: 0.11, bells: 0.6, bar: 7 } },
        shots: [{ scene: 'tide', seconds: 54 }],
      },
      thumb: { at: 52, ext: 'jpg' },
    },
  ],
};
