import { expect, it } from 'vitest'
import { Button } from '../../packages/ui/src/exports/button.ts'
import { Select } from '../../packages/ui/src/exports/select.ts'
import { graphemeCount } from '../../packages/ui/src/exports/text-field.ts'

it('compiles widgets and leaves other modules unchanged', () => {
  for (const widget of [Button, Select]) expect(String(widget)).toMatch(/\$\[0\]/)
  expect(String(graphemeCount)).not.toMatch(/\$\[0\]/)
})
