import { browserPorts } from '@x/kit/browser'
import { Star } from 'lucide-react'
import { useState, type ReactElement } from 'react'
import { afterEach, describe, expect, it } from 'vitest'
import { ActionSheet } from './action-sheet/ActionSheet.tsx'
import { Badge } from './badge/Badge.tsx'
import { Button } from './button/Button.tsx'
import { ButtonLink } from './button/ButtonLink.tsx'
import { IconButton } from './button/IconButton.tsx'
import { DataTable } from './data-table/DataTable.tsx'
import { Dialog } from './dialog/Dialog.tsx'
import { Drawer } from './drawer/Drawer.tsx'
import { CopyText } from './empty-state/CopyText.tsx'
import { EmptyState, ErrorState } from './empty-state/EmptyState.tsx'
import { Icon } from './icon/Icon.tsx'
import { Image } from './image/Image.tsx'
import { Menu } from './menu/Menu.tsx'
import { createMessageDialogs } from './message-dialog/createMessageDialogs.ts'
import { MessageDialogHost } from './message-dialog/MessageDialogHost.tsx'
import { MobileCalendar } from './mobile-calendar/MobileCalendar.tsx'
import { LiveNumber } from './number/LiveNumber.tsx'
import { Change, NumberText } from './number/NumberText.tsx'
import { createNotificationQueue } from './notification/createNotificationQueue.ts'
import { NotificationRegion } from './notification/NotificationRegion.tsx'
import { Pagination } from './pagination/Pagination.tsx'
import { Panel } from './panel/Panel.tsx'
import { Popover } from './popover/Popover.tsx'
import { Progress } from './progress/Progress.tsx'
import { Scrollbar } from './scrollbar/Scrollbar.tsx'
import { Skeleton, SkeletonRows, Spinner } from './skeleton/Skeleton.tsx'
import { Tabs } from './tabs/Tabs.tsx'
import { press } from './testing/support/presses.ts'
import { fieldWidgets } from './testing/support/fieldWidgets.tsx'
import { clearStage, stage } from './testing/support/stage.tsx'
import { createToastQueue } from './toast/createToastQueue.ts'
import { ToastRegion } from './toast/ToastRegion.tsx'
import { Tooltip } from './tooltip/Tooltip.tsx'
import { VisuallyHidden } from './visually-hidden/VisuallyHidden.tsx'
import type { WidgetProps } from './WidgetProps.ts'

declare global {
  interface ImportMeta {
    /** Vite: the modules that match a pattern. */
    glob<T>(pattern: string): Record<string, () => Promise<T>>
  }
}

afterEach(clearStage)

const own: WidgetProps = { id: 'own-id', className: 'own-class', style: { marginBlockStart: 7 } }
const none = () => {}

/** A modal that opens by a press, as on a page. */
function Opened({ children }: { readonly children: (open: boolean) => ReactElement }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setOpen(true)}>Open</Button>
      {children(open)}
    </>
  )
}

const popups: Readonly<Record<string, { readonly element: ReactElement; readonly role: string }>> =
  {
    Dialog: {
      element: (
        <Opened>
          {(open) => <Dialog {...own} open={open} onOpenChange={none} title="Withdraw" />}
        </Opened>
      ),
      role: '[role=dialog]',
    },
    Drawer: {
      element: (
        <Opened>
          {(open) => <Drawer {...own} open={open} onOpenChange={none} title="Orders" />}
        </Opened>
      ),
      role: '[role=dialog]',
    },
    ActionSheet: {
      element: (
        <Opened>
          {(open) => (
            <ActionSheet
              {...own}
              open={open}
              onOpenChange={none}
              onSelect={none}
              title="Position"
              items={[{ key: 'close', label: 'Close' }]}
            />
          )}
        </Opened>
      ),
      role: '[role=dialog]',
    },
    MobileCalendar: {
      element: (
        <Opened>
          {(open) => (
            <MobileCalendar {...own} open={open} onOpenChange={none} onConfirm={none} value={[]} />
          )}
        </Opened>
      ),
      role: '[role=dialog]',
    },
    Popover: {
      element: (
        <Popover {...own} label="Filter" trigger={(props) => <Button {...props}>Open</Button>}>
          Text
        </Popover>
      ),
      role: '[role=dialog]',
    },
    Menu: {
      element: (
        <Menu
          {...own}
          label="Account"
          items={[{ key: 'out', label: 'Log out' }]}
          trigger={(props) => <Button {...props}>Open</Button>}
        />
      ),
      role: '[role=menu]',
    },
  }

describe('popups', () => {
  it.each(Object.entries(popups))(
    'sets class and style on the box of %s',
    async (_, { element, role }) => {
      stage(element)
      await press('Open')
      await expect.poll(() => document.querySelector(`${role}#own-id`)).not.toBeNull()
      const box = document.querySelector<HTMLElement>('.own-class')
      expect(box?.style.marginBlockStart).toBe('7px')
      expect(box?.matches(role) || box?.querySelector(role) !== null).toBe(true)
    },
  )

  it('describes the element of a tooltip by its own id', async () => {
    stage(
      <Tooltip {...own} content="The fee">
        <Button>Fee</Button>
      </Tooltip>,
    )
    const button = document.querySelector('main button') as HTMLElement
    button.focus({ focusVisible: true } as FocusOptions)
    await expect.poll(() => document.querySelector('[role=tooltip]')).not.toBeNull()
    const tooltip = document.querySelector<HTMLElement>('#own-id.own-class[role=tooltip]')
    expect(tooltip?.style.marginBlockStart).toBe('7px')
    expect(button.getAttribute('aria-describedby')).toBe('own-id')
  })
})

const messages = createMessageDialogs()
const regions: Readonly<Record<string, { readonly element: ReactElement; readonly of: string }>> = {
  ToastRegion: {
    element: <ToastRegion {...own} toasts={createToastQueue(browserPorts())} />,
    of: '[data-x-part=toast-region]',
  },
  NotificationRegion: {
    element: (
      <NotificationRegion {...own} notifications={createNotificationQueue(browserPorts())} />
    ),
    of: '[data-x-part=notification-region]',
  },
}

it.each(Object.entries(regions))('sets id, class and style on %s', async (_, { element, of }) => {
  stage(element)
  await expect.poll(() => document.querySelector(`${of}#own-id.own-class`)).not.toBeNull()
  expect(document.querySelector<HTMLElement>(of)?.style.marginBlockStart).toBe('7px')
})

it('sets id, class and style on each message of MessageDialogHost', async () => {
  stage(<MessageDialogHost {...own} dialogs={messages} />)
  expect(document.querySelector('.own-class')).toBeNull()
  const answers = [
    messages.alert({ title: 'One', message: '1' }),
    messages.alert({ title: 'Two', message: '2' }),
  ]
  for (const title of ['One', 'Two']) {
    await expect
      .poll(() => document.querySelector('[role=alertdialog]#own-id')?.textContent)
      .toContain(title)
    expect(document.querySelector<HTMLElement>('.own-class')?.style.marginBlockStart).toBe('7px')
    await messages.answer('confirm')
  }
  expect(await Promise.all(answers)).toEqual([{ action: 'confirm' }, { action: 'confirm' }])
})

const others: Readonly<Record<string, ReactElement>> = {
  Badge: <Badge {...own}>New</Badge>,
  Button: <Button {...own}>Buy</Button>,
  ButtonLink: (
    <ButtonLink {...own} href="#markets">
      Markets
    </ButtonLink>
  ),
  IconButton: <IconButton {...own} icon={<Icon of={Star} />} label="Favourite" />,
  CopyText: <CopyText {...own} text="0xabc" />,
  Icon: <Icon {...own} of={Star} label="Favourite" />,
  VisuallyHidden: <VisuallyHidden {...own}>Hint</VisuallyHidden>,
  DataTable: <DataTable {...own} label="Rows" columns={[]} rows={[]} rowKey={() => ''} />,
  EmptyState: <EmptyState {...own} />,
  ErrorState: <ErrorState {...own} title="No connection" />,
  Image: <Image {...own} src="" alt="" allow={() => ''} width={8} height={8} />,
  NumberText: <NumberText {...own}>1.5</NumberText>,
  Change: <Change {...own} value="1.5" />,
  LiveNumber: (
    <LiveNumber {...own} value="1.5">
      1.5
    </LiveNumber>
  ),
  Pagination: <Pagination {...own} total={100} />,
  Panel: <Panel {...own} title="Orders" />,
  Progress: <Progress {...own} label="Loading" />,
  Scrollbar: (
    <Scrollbar {...own} label="Rows">
      Text
    </Scrollbar>
  ),
  Skeleton: <Skeleton {...own} />,
  SkeletonRows: <SkeletonRows {...own} />,
  Spinner: <Spinner {...own} />,
  Tabs: <Tabs {...own} items={[{ value: 'a', label: 'A' }]} aria-label="Lists" />,
}

it.each(Object.entries(others))('sets id, class and style on %s', (_, element) => {
  stage(element)
  const root = document.querySelector<HTMLElement>('#own-id.own-class')
  expect(root?.parentElement?.tagName).toBe('MAIN')
  expect(root?.style.marginBlockStart).toBe('7px')
})

/** The form widgets keep the same and more, in `field/contract.browser.test.tsx`. */
const fields = Object.keys(fieldWidgets)

it('knows every component that the package exports', async () => {
  const entries = Object.values(import.meta.glob<object>('./exports/*.ts'))
  const exported = await Promise.all(entries.map((load) => load()))
  const components = exported.flatMap((names) =>
    Object.entries(names).flatMap(([name, value]) =>
      typeof value === 'function' && /^[A-Z][a-z]/.test(name) ? [name] : [],
    ),
  )
  const tables = [popups, regions, others].flatMap((table) => Object.keys(table))
  const known = [...fields, ...tables, 'Tooltip', 'MessageDialogHost']
  // The provider has no element, and an error is no component.
  expect(components.filter((name) => !known.includes(name)).sort()).toEqual([
    'UiProvider',
    'UiTestError',
  ])
})
