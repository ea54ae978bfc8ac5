import { expect, it } from 'vitest'
import { leverageMarks } from './MarkedSlider.tsx'

it.each([
  [125, [1, 25, 50, 75, 100, 125]],
  [100, [1, 25, 50, 75, 100]],
  [50, [1, 10, 20, 30, 40, 50]],
  [20, [1, 5, 10, 15, 20]],
  [3, [1, 2, 3]],
])('marks a leverage of up to %i at round places (futures 12)', (most, marks) => {
  expect(leverageMarks(most)).toEqual(marks)
})
