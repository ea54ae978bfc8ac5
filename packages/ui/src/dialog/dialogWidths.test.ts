import { expect, it } from 'vitest'
import { DIALOG_WIDTHS } from './Dialog.tsx'

it('dialogs are 396, 480, 640 or 720 px wide (U2.1, spec 9.5)', () => {
  expect(DIALOG_WIDTHS).toEqual({ small: 396, medium: 480, large: 640, extraLarge: 720 })
})
