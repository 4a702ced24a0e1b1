// The page's icons: strokes on a field of 24 by 24, drawn with round ends in one width.

export const ICONS = {
  back: 'M15 5l-7 7 7 7',
  forward: 'M9 5l7 7-7 7',
  first: 'M6 5v14M18 5l-7 7 7 7',
  last: 'M18 5v14M6 5l7 7-7 7',
  hint: 'M9.5 18h5M10.5 21h3M9.5 15.3a6 6 0 1 1 5 0V18h-5z',
  idea: 'M5 5h14v10h-8l-4 4v-4H5zM9 10h.01M12 10h.01M15 10h.01',
  undo: 'M8 5L4 9l4 4M4 9h10a5.5 5.5 0 0 1 0 11h-3',
  flip: 'M8 20V4M4.5 7.5L8 4l3.5 3.5M16 4v16M12.5 16.5L16 20l3.5-3.5',
  facing: 'M12 3v3M9.5 7.5h5M12 21v-3M9.5 16.5h5M5 12h14',
  menu: 'M4.6 12a.9.9 0 1 0 1.8 0a.9.9 0 1 0-1.8 0M11.1 12a.9.9 0 1 0 1.8 0a.9.9 0 1 0-1.8 0M17.6 12a.9.9 0 1 0 1.8 0a.9.9 0 1 0-1.8 0',
  draw: 'M6 18L18 6M7.5 5v6M6 6.5L7.5 5M14 15a2 2 0 0 1 4 0c0 1.5-4 2.5-4 4h4',
  flag: 'M6 21V4M6 5c4-2.5 7 2 12 0v9c-5 2-8-2.5-12 0',
  keys: 'M4 7h16v10H4zM7.5 10.5h.01M12 10.5h.01M16.5 10.5h.01M8.5 14h7',
  link: 'M10 14a4 4 0 0 0 5.7 0l3-3A4 4 0 0 0 13 5.3l-1 1M14 10a4 4 0 0 0-5.7 0l-3 3A4 4 0 0 0 11 18.7l1-1',
  bell: 'M6 16V11a6 6 0 0 1 12 0v5l1.5 2h-15zM10.5 21h3',
  sweep: 'M5 19h14M8 15l8-9M6.5 13.5l4 3.5',
  close: 'M6 6l12 12M18 6L6 18',
  chat: 'M5 5h14v10h-8l-4 4v-4H5z',
  check: 'M5 13l4.5 4.5L19 7',
  off: 'M12 4v8M7 7a7 7 0 1 0 10 0',
} as const;

export type IconName = keyof typeof ICONS;
