import { afterEach, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { parkPointer } from './devTools.ts'
import { clearStage, stage } from './stage.tsx'

afterEach(clearStage)

it('hovers over nothing after parkPointer', async () => {
  stage(<p style={{ position: 'fixed', inset: 0 }}>Whole page</p>)
  await userEvent.hover(page.getByText('Whole page'))
  await expect.poll(() => document.querySelector('p:hover')).not.toBeNull()
  await parkPointer()
  await expect.poll(() => document.querySelector('p:hover')).toBeNull()
})
