import type { ReactNode } from 'react'
import { browserPorts } from '@x/kit/browser'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { ActionSheet } from './action-sheet/ActionSheet.tsx'
import { Autocomplete } from './autocomplete/Autocomplete.tsx'
import { Button } from './button/Button.tsx'
import { demos } from './testing/support/demos.ts'
import { Dialog } from './dialog/Dialog.tsx'
import { Drawer } from './drawer/Drawer.tsx'
import { Menu } from './menu/Menu.tsx'
import { createMessageDialogs } from './message-dialog/createMessageDialogs.ts'
import { MessageDialogHost } from './message-dialog/MessageDialogHost.tsx'
import { createNotificationQueue } from './notification/createNotificationQueue.ts'
import { NotificationRegion } from './notification/NotificationRegion.tsx'
import { Popover } from './popover/Popover.tsx'
import { MultiSelect } from './select/MultiSelect.tsx'
import { Select } from './select/Select.tsx'
import { loadUiStrings, UI_LOCALES } from './strings/loadUiStrings.ts'
import { clipped, excerpt } from './testing/support/clippedText.ts'
import { playAnimations } from './testing/support/devTools.ts'
import { animationsEnded, clearStage, settled, stage } from './testing/support/stage.tsx'
import { createToastQueue } from './toast/createToastQueue.ts'
import { ToastRegion } from './toast/ToastRegion.tsx'
import { Tooltip } from './tooltip/Tooltip.tsx'

const WIDTH = 320
const HEIGHT = 700

beforeAll(async () => {
  await page.viewport(WIDTH, HEIGHT)
  await playAnimations({ rate: 50 })
})
afterEach(clearStage)
afterAll(() => playAnimations({ rate: 1 }))

/**
 * Returns elements that make the page wider: those that exceed its end outside scrolling or
 * clipping boxes.
 */
function sticksOut(): string[] {
  const root = document.documentElement
  if (root.scrollWidth <= root.clientWidth) return []
  const reaches = [...document.body.querySelectorAll('*')].filter((element) => {
    const { left, right } = element.getBoundingClientRect()
    if (right - left <= 1 || (right <= WIDTH + 0.5 && left >= -0.5)) return false
    for (
      let around = element.parentElement;
      around && around !== document.body;
      around = around.parentElement
    )
      if (getComputedStyle(around).overflowX !== 'visible') return false
    return true
  })
  return [
    `the page is ${root.scrollWidth} px wide`,
    ...reaches.map((element) => {
      const { left, right } = element.getBoundingClientRect()
      return `${Math.round(left)} to ${Math.round(right)}: ${excerpt(element)}`
    }),
  ]
}

const click = (selector: string) => () => document.querySelector<HTMLElement>(selector)?.click()
const button = (name: string) => () =>
  [...document.querySelectorAll<HTMLElement>('main button')]
    .find((one) => one.textContent === name)
    ?.click()

const combobox = (name: string) => () => {
  const label = [...document.querySelectorAll('label')].find((one) => one.textContent === name)
  label?.closest('[data-x-part=field]')?.querySelector<HTMLElement>('[role=combobox]')?.click()
}
/** Clicks by a synthetic mouse event, which needs no frame to move the pointer. */
const hover = (selector: string) => () =>
  document
    .querySelector(selector)
    ?.dispatchEvent(new PointerEvent('pointerover', { bubbles: true, pointerType: 'mouse' }))
function type(selector: string, text: string) {
  const input = document.querySelector<HTMLInputElement>(selector)
  input?.focus()
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, text)
  input?.dispatchEvent(new Event('input', { bubbles: true }))
}

/**
 * Returns texts with an ellipsis: allowed for texts of an application, not for the package's own.
 */
const dotted = () =>
  [...document.querySelectorAll<HTMLElement>('body *')]
    .filter(
      (element) =>
        element.textContent &&
        element.scrollWidth > element.clientWidth + 1 &&
        getComputedStyle(element).textOverflow === 'ellipsis',
    )
    .map((element) => `${element.scrollWidth} in ${element.clientWidth}: “${element.textContent}”`)

/**
 * Popups are fixed, so they make no page wider. Nothing of one may be outside the viewport, except
 * in its own scroll containers.
 */
function outOfSight(sight: string): string[] {
  const popup = document.querySelector(sight)
  const box = popup?.closest('[data-x-modal]')?.firstElementChild ?? popup
  const scrolls = (element: Element) => {
    for (
      let around = element.parentElement;
      around && around !== box?.parentElement;
      around = around.parentElement
    )
      if (getComputedStyle(around).overflowY !== 'visible') return true
    return false
  }
  return [box, ...(box?.querySelectorAll('*') ?? [])].flatMap((element) => {
    const { left, right, top, bottom, width } = element?.getBoundingClientRect() ?? new DOMRect()
    const isWide = left < -0.5 || right > WIDTH + 0.5
    const isTall = top < -0.5 || bottom > HEIGHT + 0.5
    return element && width > 1 && (isWide || (isTall && !scrolls(element)))
      ? [`${[left, top, right, bottom].map(Math.round).join(' ')}: ${excerpt(element)}`]
      : []
  })
}

/** Demos that show more texts of the package once opened. */
const opened: readonly {
  readonly demo: string
  readonly name: string
  readonly open: () => void
  readonly sight: string
}[] = [
  {
    demo: 'date-picker/DatePickers',
    name: 'Settlement',
    open: click('[data-x-part=date-box] [aria-haspopup]'),
    sight: '[data-x-part=calendar]',
  },
  {
    demo: 'date-range/DateRanges',
    name: 'the first',
    open: click('[data-x-part=date-box] [aria-haspopup]'),
    sight: '[data-x-part=calendar]',
  },
  {
    demo: 'mobile-calendar/MobileCalendars',
    name: 'range',
    open: button('range'),
    sight: '[data-x-part=month-list]',
  },
  {
    demo: 'message-dialog/Messages',
    name: 'Prompt',
    open: button('Prompt'),
    sight: '[role=alertdialog]',
  },
  {
    demo: 'message-dialog/Messages',
    name: 'Alert',
    open: button('Alert'),
    sight: '[role=alertdialog]',
  },
  {
    demo: 'action-sheet/Sheets',
    name: 'Accounts',
    open: button('Accounts'),
    sight: '[role=dialog]',
  },
  { demo: 'select/Selects', name: 'Pair', open: combobox('Pair'), sight: '[role=listbox]' },
  { demo: 'select/Selects', name: 'Network', open: combobox('Network'), sight: '[role=dialog]' },
]

/** Polls by frames: polling at intervals takes longer than the wait itself. */
async function shown(selector: string) {
  for (let frame = 0; frame < 300 && !document.querySelector(selector); frame += 1)
    await new Promise((resolve) => requestAnimationFrame(resolve))
  expect(document.querySelector(selector)).not.toBeNull()
}

/**
 * Languages with the longest words, the tallest characters and the other direction; all 26 in the
 * nightly run (`pnpm nightly narrow`).
 */
const SAMPLE = ['de', 'ru', 'ar', 'th', 'fr'] as const
const LOCALES = import.meta.env['VITE_ALL_LOCALES'] ? UI_LOCALES : SAMPLE

describe.each(LOCALES)('at 320 px in %s', (locale) => {
  const show = async (names: readonly string[]) => {
    const strings = await loadUiStrings(locale)
    stage(
      names.map((name) => {
        const Demo = demos[name]
        return <section key={name}>{Demo ? <Demo /> : null}</section>
      }),
      { strings, direction: locale === 'ar' ? 'rtl' : 'ltr' },
    )
    document.documentElement.lang = locale
    await settled()
  }

  it('cuts no word and does not scroll sideways', async () => {
    await show(Object.keys(demos))
    expect([...clipped(), ...sticksOut()]).toEqual([])
  })
  it.each(opened)('cuts no word of $demo, $name, when open', async ({ demo, open, sight }) => {
    await show([demo])
    open()
    await shown(sight)
    await animationsEnded()
    expect([...clipped('body'), ...dotted(), ...sticksOut(), ...outOfSight(sight)]).toEqual([])
  })
})

/** Texts of applications in popups: compounds, and addresses without break opportunities. */
const LONG = 'Kryptowährungsverwahrungsbestätigung'
const TEXT = `${LONG} und Auszahlungsgenehmigungsverfahren`
const ADDRESS =
  'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq9t8s2l3k4j5h6g7f8d9s0a1q2w3e4r5t6y7u8i9o0p'

const choices = [LONG, ADDRESS, TEXT].map((label, index) => ({
  value: `${index}`,
  label,
  hint: '60.816,42 USDT',
}))
const actions = choices.map(({ value, ...rest }) => ({ key: value, ...rest }))
const buttons = (
  <>
    <Button>{LONG}</Button>
    <Button variant="primary">Auszahlungsgenehmigung</Button>
  </>
)
const words = (
  <p>
    {TEXT} {ADDRESS}
  </p>
)
const trigger = (props: object) => <Button {...props}>Open</Button>
const close = () => {}
const press = button('Open')
const queued = <Q extends { show: (message: never) => void }>(
  queue: Q,
  message: Parameters<Q['show']>[0],
): Q => {
  queue.show(message as never)
  return queue
}

/** All popups. */
const popups: readonly {
  readonly what: string
  readonly sight: string
  readonly draw: () => ReactNode
  readonly open?: () => void
}[] = [
  ...(['small', 'extraLarge'] as const).map((size) => ({
    what: `a ${size} dialog`,
    sight: '[role=dialog]',
    draw: () => (
      <Dialog open size={size} title={TEXT} footer={buttons} onOpenChange={close}>
        {words}
      </Dialog>
    ),
  })),
  ...(['ltr', 'rtl', 'ttb', 'btt'] as const).map((direction) => ({
    what: `a drawer ${direction}`,
    sight: '[role=dialog]',
    draw: () => (
      <Drawer open direction={direction} title={ADDRESS} footer={buttons} onOpenChange={close}>
        {words}
      </Drawer>
    ),
  })),
  {
    what: 'a drawer as high as what it holds',
    sight: '[role=dialog]',
    draw: () => (
      <Drawer open direction="btt" size="auto" title={TEXT} footer={buttons} onOpenChange={close}>
        {Array.from({ length: 12 }, (_, line) => (
          <div key={line}>{words}</div>
        ))}
      </Drawer>
    ),
  },
  {
    what: 'an action sheet',
    sight: '[role=dialog]',
    draw: () => (
      <ActionSheet open title={TEXT} items={actions} onOpenChange={close} onSelect={close} />
    ),
  },
  {
    what: 'an action sheet of several',
    sight: '[role=dialog]',
    draw: () => (
      <ActionSheet
        open
        multiple
        value={['1']}
        title={ADDRESS}
        items={actions}
        onOpenChange={close}
        onConfirm={close}
      />
    ),
  },
  {
    what: 'a confirmation',
    sight: '[role=alertdialog]',
    draw() {
      const dialogs = createMessageDialogs()
      void dialogs.confirm({
        title: TEXT,
        message: words,
        confirmText: LONG,
        cancelText: 'Auszahlungsgenehmigung',
      })
      return <MessageDialogHost dialogs={dialogs} />
    },
  },
  {
    what: 'a prompt',
    sight: '[role=alertdialog]',
    draw() {
      const dialogs = createMessageDialogs()
      void dialogs.prompt({ title: TEXT, label: TEXT, initial: ADDRESS, confirmText: LONG })
      return <MessageDialogHost dialogs={dialogs} />
    },
  },
  {
    what: 'a popover',
    sight: '[data-x-part=popover]',
    draw: () => (
      <Popover label="Filter" trigger={trigger}>
        {words}
        {buttons}
      </Popover>
    ),
    open: press,
  },
  {
    what: 'a menu',
    sight: '[role=menu]',
    draw: () => <Menu label="Account" trigger={trigger} items={actions} />,
    open: press,
  },
  {
    what: 'a select',
    sight: '[role=listbox]',
    draw: () => <Select label="Pair" filterable options={choices} />,
    open: click('[role=combobox]'),
  },
  {
    what: 'a multi-select',
    sight: '[role=listbox]',
    draw: () => <MultiSelect label="Pair" filterable options={choices} defaultValue={['0', '1']} />,
    open: click('[role=combobox]'),
  },
  {
    what: 'an autocomplete',
    sight: '[role=option]',
    draw: () => <Autocomplete label="Coin" search={async () => choices} onSubmit={close} />,
    open: () => type('input', 'b'),
  },
  {
    what: 'a tooltip',
    sight: '[role=tooltip]',
    draw: () => <Tooltip content={`${TEXT} ${ADDRESS}`}>{trigger({})}</Tooltip>,
    open: hover('main button'),
  },
  {
    what: 'a toast',
    sight: '[data-toast]',
    draw: () => (
      <ToastRegion
        toasts={queued(createToastQueue(browserPorts()), {
          kind: 'error',
          text: `${TEXT} ${ADDRESS}`,
        })}
      />
    ),
  },
  {
    what: 'a notification',
    sight: '[data-x-part=notification]',
    draw: () => (
      <NotificationRegion
        notifications={queued(createNotificationQueue(browserPorts()), {
          kind: 'error',
          title: TEXT,
          text: ADDRESS,
          action: { label: LONG, run: close },
        })}
      />
    ),
  },
]

describe.each(['ltr', 'rtl'] as const)('at 320 px, from %s, with long words', (direction) => {
  it.each(popups)('shows $what completely', async ({ draw, open, sight }) => {
    stage(draw(), { direction })
    open?.()
    await shown(sight)
    await animationsEnded()
    expect([...clipped('body'), ...sticksOut(), ...outOfSight(sight)]).toEqual([])
  })
})
