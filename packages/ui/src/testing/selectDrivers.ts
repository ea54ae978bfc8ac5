import { press, pressKey, typeOver } from './events.ts'
import { isDisabled, oneByRole, textOf } from './find.ts'
import type { DriverContext } from './DriverContext.ts'
import { UiTestError } from './UiTestError.ts'

/** Options of a choice. */
export interface ChooseOptions {
  /** Typed first, for options from a server. */
  readonly query?: string
}

interface MenuDriver {
  /** Returns the labels in the menu, of a virtualised one the visible ones, and closes it. */
  options(options?: ChooseOptions): Promise<readonly string[]>
}

/** Driver of a select. */
export interface SelectDriver extends MenuDriver {
  choose(label: string, options?: ChooseOptions): Promise<void>
  /** Label of the chosen option; '' for none. */
  chosen(): Promise<string>
}

/** Driver of a multi-select. */
export interface MultiSelectDriver extends MenuDriver {
  /** Chooses these options and removes all others that can be removed. */
  choose(labels: readonly string[]): Promise<void>
  chosen(): Promise<readonly string[]>
}

/** Returns whether an option has this label, with or without its hint. */
const hasLabel = (option: Element, label: string) =>
  textOf(option) === label ||
  [...option.querySelectorAll('span')].some((span) => textOf(span) === label)
const labelOf = (option: Element) => textOf(option.querySelector('span') ?? option)
const optionsIn = (list: Element) => [...list.querySelectorAll<HTMLElement>('[role=option]')]

function menuOf(context: DriverContext, name: string) {
  const find = async () =>
    (await oneByRole(context, { roles: ['combobox'], name })) as HTMLInputElement
  const listOf = (box: Element) =>
    context.document.getElementById(box.getAttribute('aria-controls') ?? '')
  /** Returns the input for the query: the field, or on a phone the search input of the sheet. */
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
    async close(box: HTMLInputElement) {
      // The first Escape clears a query, the second closes.
      for (let tries = 0; tries < 3 && box.getAttribute('aria-expanded') === 'true'; tries += 1) {
        const focused = context.document.activeElement
        await pressKey(context, focused instanceof HTMLElement ? focused : box, 'Escape')
      }
      await context.until(
        `the menu of “${name}” to close`,
        () => box.getAttribute('aria-expanded') === 'false' && listOf(box) === null,
      )
    },
    async enterQuery(box: HTMLInputElement, query: string | undefined) {
      if (query === undefined) return
      const input = queryOf(box)
      if (!input) throw new UiTestError('disabled', `“${name}” takes no query.`)
      await typeOver(context, input, query)
    },
    async option(box: HTMLInputElement, label: string): Promise<HTMLElement> {
      const list = await context.until(`the menu of “${name}”`, () => listOf(box))
      const look = () => optionsIn(list).find((option) => hasLabel(option, label))
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

/** Scrolls a virtualised list from the top until `look` finds an element. */
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

/** Creates the driver of a select. */
export function selectDriver(context: DriverContext, name: string): SelectDriver {
  const menu = menuOf(context, name)
  return {
    async choose(label, { query } = {}) {
      const box = await menu.find()
      await menu.open(box)
      await menu.enterQuery(box, query)
      await press(context, await menu.option(box, label))
      await context.until(
        `the menu of “${name}” to close`,
        () => box.getAttribute('aria-expanded') === 'false',
      )
    },
    chosen: async () => (await menu.find()).value,
    options: (options) => listed(menu, options),
  }
}

/** Creates the driver of a multi-select. */
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
      // Remove first, because of a limit.
      for (const option of optionsIn(list))
        if (
          option.getAttribute('aria-selected') === 'true' &&
          !isDisabled(option) &&
          !labels.some((label) => hasLabel(option, label))
        )
          await press(context, option)
      for (const label of labels)
        if (!tagsOf(box).includes(label)) await press(context, await menu.option(box, label))
      await menu.close(box)
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
  await menu.enterQuery(box, query)
  const labels = optionsIn(list).map(labelOf)
  await menu.close(box)
  return labels
}
