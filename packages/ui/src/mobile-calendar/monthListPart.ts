import { createLatePart } from '../late/createLatePart.ts'

/** The list of months, in a chunk of its own: a calendar that is never opened does without. */
export const monthListPart = /* @__PURE__ */ createLatePart({
  name: 'month-list',
  load: async () => (await import('./MonthList.tsx')).MonthList,
})
