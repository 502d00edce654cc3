// The playlists. An entry with a title and a length is not in the library.
export const playlists = [
  {
    id: 'PLnorthSeaSingleHandedSampleList01',
    channel: 'slow-harbour',
    title: 'North Sea, single-handed',
    description:
      'Nine days from Esbjerg to Aberdeen in a boat built for six. In the order in which they happened, with the films that other people made of the same water.',
    views: 18_204,
    entries: [
      { id: 'dayOneKettl', title: 'Day 1: leaving, with the kettle on', seconds: 2467 },
      { id: 'firstFrost1' },
      { id: 'fogNorthSea' },
      { id: 'lightBlink1' },
      { id: 'radarIceSea' },
      { id: 'duskStream1' },
    ],
  },
  {
    id: 'PLbenchAndBrassSmallRepairsList001',
    channel: 'kettle-and-cog',
    title: 'Bench, brass, patience',
    description: 'Everything that was repaired on one table. Some of it stayed repaired.',
    views: 40_551,
    entries: [{ id: 'brassSexta1' }, { id: 'escapement1' }, { id: 'harbourTug1' }, { id: 'paintBridge' }],
  },
  {
    id: 'PLnightsWorthStayingUpSampleList01',
    channel: 'long-exposure',
    title: 'Nights worth staying up for',
    description: 'Skies, trains and one lighthouse, for people who are awake anyway.',
    views: 7_719,
    entries: [
      { id: 'andromeda_1' },
      { id: 'cabinAurora' },
      { id: 'nightTrain1' },
      { id: 'turningSky1' },
      { id: 'lightShort1' },
      { id: 'perseidLog1', title: 'Perseids, counted by a dog', seconds: 1122 },
    ],
  },
];
