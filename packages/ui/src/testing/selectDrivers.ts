import { press, pressKey, typeOver } from './events.ts'
import { isDisabled, oneByRole, textOf } from './find.ts'
import type { DriverContext } from './DriverContext.ts'
import { UiTestError } from './UiTestError.ts'

export interface ChooseOptions {
  /** Typed first: options from a server come for it. */
  readonly query?: string
}

interface MenuDriver {
  /** The labels in the menu; of a windowed one those in sight. Shuts it again. */
  options(options?: ChooseOptions): Promise<readonly string[]>
}

export interface SelectDriver extends MenuDriver {
  choose(label: string, options?: ChooseOptions): Promise<void>
  /** The label in the box; empty when nothing is chosen. */
  chosen(): Promise<string>
}

export interface MultiSelectDriver extends MenuDriver {
  /** Chooses these and takes all others back, as far as they can be taken back. */
  choose(labels: readonly string[]): Promise<void>
  chosen(): Promise<readonly string[]>
}

/** The label alone or with its hint. */
const says = (option: Element, label: string) =>
  textOf(option) === label ||
  [...option.querySelectorAll('span')].some((span) => textOf(span) === label)
const labelOf = (option: Element) => textOf(option.querySelector('span') ?? option)
const optionsIn = (list: Element) => [...list.querySelectorAll<HTMLElement>('[role=option]')]

function menuOf(context: DriverContext, name: string) {
  const find = async () =>
    (await oneByRole(context, { roles: ['combobox'], name })) as HTMLInputElement
  const listOf = (box: Element) =>
    context.document.getElementById(box.getAttribute('aria-controls') ?? '')
  /** Where a query is typed: the box itself, or on a phone the search of the sheet. */
  const queryOf = (box: HTMLInputElement) =>
    (box.readOnly
      ? listOf(box)
          ?.closest('[role=dialog]')
          ?.querySelector<HTMLInputElement>('input[role=combobox]')
      : box) ?? undefined
  return {
    find,
    async open(box: HTMLInputElement) {
      if (box.getAttribute('aria-expanded') !== 'true') await press(context, box)
      return context.until(`the menu of “${name}”`, () => listOf(box))
    },
    async shut(box: HTMLInputElement) {
      // The first Escape empties a query, the second shuts.
      for (let tries = 0; tries < 3 && box.getAttribute('aria-expanded') === 'true'; tries += 1) {
        const focused = context.document.activeElement
        await pressKey(context, focused instanceof HTMLElement ? focused : box, 'Escape')
      }
      await context.until(
        `the menu of “${name}” to shut`,
        () => box.getAttribute('aria-expanded') === 'false' && listOf(box) === null,
      )
    },
    async ask(box: HTMLInputElement, query: string | undefined) {
      if (query === undefined) return
      const input = queryOf(box)
      if (!input) throw new UiTestError('disabled', `“${name}” takes no query.`)
      await typeOver(context, input, query)
    },
    async option(box: HTMLInputElement, label: string): Promise<HTMLElement> {
      const list = await context.until(`the menu of “${name}”`, () => listOf(box))
      const look = () => optionsIn(list).find((option) => says(option, label))
      const windowed = optionsIn(list)[0]?.hasAttribute('aria-setsize') === true
      const input = queryOf(box)
      if (!look() && windowed && input) await typeOver(context, input, label)
      if (windowed && !input) await scrollTo(context, list, look)
      const option = await context
        .until(`the option “${label}” of “${name}”`, look)
        .catch((error: unknown) => {
          throw error instanceof UiTestError
            ? new UiTestError(
                'missing',
                `“${name}” offers no “${label}”, but ${optionsIn(list)
                  .map((one) => `“${labelOf(one)}”`)
                  .join(', ')}.`,
              )
            : error
        })
      if (isDisabled(option))
        throw new UiTestError('disabled', `The option “${label}” of “${name}” is disabled.`)
      return option
    },
  }
}

/** A windowed list builds what is in sight, so it is leafed through. */
export async function scrollTo(
  context: DriverContext,
  list: Element,
  look: () => Element | undefined,
): Promise<void> {
  await context.act(() => list.scrollTo?.({ top: 0 }))
  for (let top = -1; !look() && list.scrollTop > top;) {
    top = list.scrollTop
    await context.act(() => {
      list.scrollTop += Math.max(1, list.clientHeight / 2)
      list.dispatchEvent(new Event('scroll'))
    })
  }
}

export function selectDriver(context: DriverContext, name: string): SelectDriver {
  const menu = menuOf(context, name)
  return {
    async choose(label, { query } = {}) {
      const box = await menu.find()
      await menu.open(box)
      await menu.ask(box, query)
      await press(context, await menu.option(box, label))
      await context.until(
        `the menu of “${name}” to shut`,
        () => box.getAttribute('aria-expanded') === 'false',
      )
    },
    chosen: async () => (await menu.find()).value,
    options: (options) => listed(menu, options),
  }
}

export function multiSelectDriver(context: DriverContext, name: string): MultiSelectDriver {
  const menu = menuOf(context, name)
  const tagsOf = (box: Element) =>
    [
      ...(box.closest('[data-x-part=multi-select]')?.querySelectorAll('[data-x-part=tag]') ?? []),
    ].map(textOf)
  return {
    async choose(labels) {
      const box = await menu.find()
      const list = await menu.open(box)
      // Taken back first, so that a limit leaves room.
      for (const option of optionsIn(list))
        if (
          option.getAttribute('aria-selected') === 'true' &&
          !isDisabled(option) &&
          !labels.some((label) => says(option, label))
        )
          await press(context, option)
      for (const label of labels)
        if (!tagsOf(box).includes(label)) await press(context, await menu.option(box, label))
      await menu.shut(box)
    },
    chosen: async () => tagsOf(await menu.find()),
    options: (options) => listed(menu, options),
  }
}

async function listed(
  menu: ReturnType<typeof menuOf>,
  { query }: ChooseOptions = {},
): Promise<readonly string[]> {
  const box = await menu.find()
  const list = await menu.open(box)
  await menu.ask(box, query)
  const labels = optionsIn(list).map(labelOf)
  await menu.shut(box)
  return labels
}
