import { createLatePart } from '../late/createLatePart.ts'

/**
 * The calendar and its sheet, in a chunk of its own: a field in which dates are only typed does
 * without.
 */
export const pickerBodyPart = /* @__PURE__ */ createLatePart({
  name: 'picker-body',
  load: async () => (await import('./PickerBody.tsx')).PickerBody,
})
