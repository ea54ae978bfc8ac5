import { createLatePart } from '../late/createLatePart.ts'

/** The month list in its own chunk, loaded when a calendar first opens. */
export const monthListPart = /* @__PURE__ */ createLatePart({
  name: 'month-list',
  load: async () => (await import('./MonthList.tsx')).MonthList,
})
