import { createRecordingReporter } from '@x/kit/testing'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type {} from '@vitest/browser-playwright'
import { cdp, page, userEvent } from 'vitest/browser'
import { Button } from '../button/Button.tsx'
import { Dialog } from '../dialog/Dialog.tsx'
import { Drawer } from '../drawer/Drawer.tsx'
import { Menu } from '../menu/Menu.tsx'
import { createMessageDialogs } from '../message-dialog/createMessageDialogs.ts'
import { MessageDialogHost } from '../message-dialog/MessageDialogHost.tsx'
import { Popover } from '../popover/Popover.tsx'
import { UiProvider } from '../provider/UiProvider.tsx'
import { Select } from '../select/Select.tsx'
import { button, press } from '../testing/support/presses.ts'
import { animationsEnded, clearStage, settled, stage } from '../testing/support/stage.tsx'
import { Tooltip } from '../tooltip/Tooltip.tsx'

// Browsers list the first 250 resources by default.
performance.setResourceTimingBufferSize(10_000)

const loaded = (name: string) =>
  performance.getEntriesByType('resource').some((entry) => entry.name.includes(name))
const ENGINES = ['/base/Base', 'react-aria-components', '/message-dialog/Message.tsx']
const block = (...names: readonly string[]) =>
  cdp().send('Network.setBlockedURLs', { urls: names.map((name) => `*${name}*`) })

const message = createMessageDialogs()
const reporter = createRecordingReporter()

const lastReport = () => {
  const report = reporter.reports.at(-1)
  return report && { kind: report.kind, module: report.detail?.['module'] }
}

function Page({ open = false }: { readonly open?: boolean }) {
  return (
    <UiProvider reporter={reporter}>
      <Menu
        label="Account"
        trigger={(props) => <Button {...props}>Account</Button>}
        items={[{ key: 'out', label: 'Log out' }]}
      />
      <Popover label="Filter" trigger={(props) => <Button {...props}>Filter</Button>}>
        Box
      </Popover>
      <Tooltip content="0.08 %">
        <Button>Fee</Button>
      </Tooltip>
      <Select label="Coin" options={[{ value: 'btc', label: 'Bitcoin' }]} />
      <Dialog open={open} title="Order" onOpenChange={() => {}}>
        Text
      </Dialog>
      <Drawer open={false} title="Watch list" onOpenChange={() => {}}>
        Text
      </Drawer>
      <MessageDialogHost dialogs={message} />
    </UiProvider>
  )
}

/** The tests run in this order on one page: loaded chunks stay. */
describe('chunks', () => {
  beforeAll(() => cdp().send('Network.enable'))
  beforeEach(async () => {
    await page.viewport(1000, 900)
    // A pointer of an earlier test over a trigger would preload.
    stage(<p style={{ position: 'fixed', insetBlockEnd: 0, insetInlineEnd: 0 }}>Parked</p>)
    await userEvent.hover(page.getByText('Parked'))
  })
  afterEach(async () => {
    await block()
    clearStage()
  })

  it('are not loaded for closed popups', async () => {
    stage(<Page />)
    await expect.element(button('Account')).toHaveAttribute('aria-expanded', 'false')
    await animationsEnded()
    expect(loaded('/menu/Menu.tsx')).toBe(true)
    expect(ENGINES.filter(loaded)).toEqual([])
  })

  it('answer messages and drawers with close if the modal cannot load', async () => {
    // The parked pointer counts as input too: what it preloads must not appear.
    await block('BaseModal')
    stage(<Page />)
    await expect.element(button('Account')).toBeVisible()
    const answers = Promise.all([
      message.confirm({ title: 'Sell?' }),
      message.alert({ title: 'Sold', beforeClose: () => false }),
    ])
    await expect(answers).resolves.toEqual([{ action: 'close' }, { action: 'close' }])
    expect(message.getState().current).toBeUndefined()
    expect(lastReport()).toEqual({ kind: 'ui-load-failed', module: 'modal' })
    const reported = vi.fn()
    stage(
      <UiProvider reporter={reporter}>
        <Drawer open title="Watch list" beforeClose={() => false} onOpenChange={reported}>
          Text
        </Drawer>
      </UiProvider>,
    )
    await expect.poll(() => reported.mock.calls).toEqual([[false, 'close']])
  })

  it('are reported on failure and imported again on the next press', async () => {
    await block('BaseMenu')
    stage(<Page />)
    await press('Account')
    await expect.poll(lastReport).toEqual({ kind: 'ui-load-failed', module: 'menu' })
    await expect.element(button('Account')).toHaveAttribute('aria-expanded', 'false')
    expect(document.querySelector('[role=menu]')).toBeNull()
    const reports = reporter.reports.length
    await block()
    await press('Account')
    // Browsers that remember failed modules fail again.
    await expect
      .poll(() =>
        document.querySelector('[role=menu]') === null ? reporter.reports.length : reports + 1,
      )
      .toBe(reports + 1)
  })

  it('are loaded on hover without opening', async () => {
    expect(loaded('/base/BaseTooltip')).toBe(false)
    stage(<Page />)
    await userEvent.hover(button('Filter'))
    await expect.poll(() => loaded('/base/BasePopover')).toBe(true)
    await settled()
    await expect.element(button('Filter')).toHaveAttribute('aria-expanded', 'false')
    expect(document.querySelector('[role=dialog]')).toBeNull()
  })

  it('do not describe an element by a tooltip that cannot load', async () => {
    await block('BaseTooltip')
    stage(<Page />)
    await userEvent.hover(button('Fee'))
    await expect.poll(lastReport).toEqual({ kind: 'ui-load-failed', module: 'tooltip' })
    await expect.element(button('Fee')).not.toHaveAttribute('aria-describedby')
  })
})
