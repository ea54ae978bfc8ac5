import { expect, it } from 'vitest'
import { DIALOG_WIDTHS } from './Dialog.tsx'

it('has widths of 396, 480, 640 and 720 px (U2.1, spec 9.5)', () => {
  expect(DIALOG_WIDTHS).toEqual({ small: 396, medium: 480, large: 640, extraLarge: 720 })
})
