import { createRecordingReporter } from '@x/kit/testing'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { Button } from '../button/Button.tsx'
import { EmptyState } from '../empty-state/EmptyState.tsx'
import { createLazyModule } from '../lazy/createLazyModule.ts'
import { useLazyModule } from '../lazy/useLazyModule.ts'
import { Popover } from '../popover/Popover.tsx'
import { press } from '../testing/support/presses.ts'
import { animationsEnded, clearStage, stage } from '../testing/support/stage.tsx'
import { UiProvider } from './UiProvider.tsx'
import { useUiStrings } from './useUiStrings.ts'

beforeEach(() => page.viewport(1280, 800))
afterEach(clearStage)

function Words() {
  const { close, cancel } = useUiStrings()
  return <p>{`${close} ${cancel}`}</p>
}

describe('UiProvider', () => {
  it('provides texts, with English for missing ones', async () => {
    stage(
      <UiProvider strings={{ close: 'Fermer' }}>
        <Words />
      </UiProvider>,
    )
    await expect.element(page.getByText('Fermer Cancel')).toBeVisible()
  })

  it('does not inherit texts of an outer provider', async () => {
    stage(
      <UiProvider strings={{ cancel: 'Annuler' }}>
        <UiProvider strings={{ close: 'Fermer' }}>
          <Words />
        </UiProvider>
      </UiProvider>,
    )
    await expect.element(page.getByText('Fermer Cancel')).toBeVisible()
  })

  it('provides language and texts to overlays under body', async () => {
    stage(
      <UiProvider language="ar" strings={{ noData: 'لا بيانات' }}>
        <div style={{ paddingInlineStart: 600 }}>
          <Popover label="Filter" trigger={(opener) => <Button {...opener}>Filter</Button>}>
            <EmptyState />
          </Popover>
        </div>
      </UiProvider>,
    )
    await press('Filter')
    await expect.element(page.getByText('لا بيانات')).toBeVisible()
    const popup = document.querySelector('[data-x-part=popover]')
    expect(document.querySelector('main')?.contains(popup)).toBe(false)
    await animationsEnded()
    // In Arabic the popup is aligned with the right edge of its trigger.
    expect(Math.round(popup?.getBoundingClientRect().right ?? 0)).toBe(
      Math.round(document.querySelector('main button')?.getBoundingClientRect().right ?? -1),
    )
  })

  it('reports to its own or the outer reporter', async () => {
    const [outer, inner] = [createRecordingReporter(), createRecordingReporter()]
    const failing = (name: string) =>
      createLazyModule({ name, load: () => Promise.reject(new Error('offline')) })
    const modules = { near: failing('near'), far: failing('far') }
    function Wants({ module }: { readonly module: keyof typeof modules }) {
      useLazyModule(modules[module], { wanted: true })
      return null
    }
    stage(
      <UiProvider reporter={outer}>
        <UiProvider language="ar">
          <Wants module="far" />
        </UiProvider>
        <UiProvider reporter={inner}>
          <Wants module="near" />
        </UiProvider>
      </UiProvider>,
    )
    await expect.poll(() => inner.reports.map(({ detail }) => detail)).toEqual([{ module: 'near' }])
    await expect.poll(() => outer.reports.map(({ detail }) => detail)).toEqual([{ module: 'far' }])
  })
})
