import { createLatePart } from '../late/createLatePart.ts'

/** The list and its sheet, in a chunk of its own: a select that is never opened does without. */
export const selectMenuPart = /* @__PURE__ */ createLatePart({
  name: 'select-menu',
  load: async () => (await import('./SelectMenu.tsx')).SelectMenu,
})
