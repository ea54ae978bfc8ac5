import { press, pressKey, typeOver } from './events.ts'
import { isInReach, nameOf, textOf } from './find.ts'
import type { DriverContext } from './DriverContext.ts'
import { UiTestError } from './UiTestError.ts'

/** How a message is answered; `close` is the corner button. */
export type MessageAnswer = 'confirm' | 'cancel' | 'close'

/** Driver of the message on top. */
export interface MessageDriver {
  title(): Promise<string>
  text(): Promise<string>
  /** Error message of a prompt, if any. */
  error(): Promise<string | undefined>
  /**
   * Waits for the message, types `text` into a prompt, presses the button, and waits until the
   * message is gone, unless `stays`.
   */
  answer(
    answer: MessageAnswer,
    options?: { readonly text?: string; readonly stays?: boolean },
  ): Promise<void>
}

/** Returns the reachable element on top. */
const topmost = (context: DriverContext, selector: string) =>
  [...context.document.querySelectorAll<HTMLElement>(selector)].filter(isInReach).at(-1)
const partOf = (element: Element, part: string) =>
  element.querySelector<HTMLElement>(`[data-x-part=${part}]`)

/** Creates the driver of the message on top. */
export function messageDriver(context: DriverContext): MessageDriver {
  const find = () => context.until('a message dialog', () => topmost(context, '[role=alertdialog]'))
  const buttonOf = (dialog: HTMLElement, answer: MessageAnswer) => {
    const buttons = [...(partOf(dialog, 'dialog-footer')?.querySelectorAll('button') ?? [])]
    // An alert only has a confirming button.
    if (answer === 'confirm') return buttons.at(-1)
    return answer === 'cancel' ? buttons.at(-2) : dialog.querySelector<HTMLElement>('header button')
  }
  return {
    title: async () => textOf(partOf(await find(), 'dialog-title') ?? (await find())),
    async text() {
      const dialog = await find()
      const description = context.document.getElementById(
        dialog.getAttribute('aria-describedby') ?? '',
      )
      return textOf(description ?? dialog)
    },
    async error() {
      const error = partOf(await find(), 'error')
      return error ? textOf(error) : undefined
    },
    async answer(answer, { text, stays = false } = {}) {
      const dialog = await find()
      const field = dialog.querySelector<HTMLInputElement>('input, textarea')
      if (text !== undefined && !field)
        throw new UiTestError('missing', 'The message asks for no text.')
      if (text !== undefined && field) await typeOver(context, field, text)
      const button = buttonOf(dialog, answer)
      if (!button)
        throw new UiTestError('missing', `The message cannot be answered with “${answer}”.`)
      await press(context, button)
      if (!stays) await context.until('the message to go', () => !dialog.isConnected)
    },
  }
}

/** Driver of a dialog or drawer. */
export interface ModalDriver {
  /** Text between header and footer. */
  text(): Promise<string>
  /**
   * Closes by the corner button (default), Escape or the backdrop, and waits until it is gone,
   * unless `stays`.
   */
  close(options?: {
    readonly by?: 'corner' | 'escape' | 'backdrop'
    readonly stays?: boolean
  }): Promise<void>
  element(): Promise<HTMLElement>
}

/** Creates the driver of the dialog or drawer with a title. */
export function modalDriver(context: DriverContext, title: string): ModalDriver {
  const element = () =>
    context.until(`a dialog “${title}”`, () =>
      [...context.document.querySelectorAll<HTMLElement>('[role=dialog]')].find(
        (one) => isInReach(one) && nameOf(one) === title,
      ),
    )
  return {
    element,
    async text() {
      const dialog = await element()
      return textOf(partOf(dialog, 'drawer-body') ?? partOf(dialog, 'dialog-body') ?? dialog)
    },
    async close({ by = 'corner', stays = false } = {}) {
      const dialog = await element()
      const corner = dialog.querySelector<HTMLElement>('header button')
      const overlay = dialog.closest<HTMLElement>(
        '[data-x-part=drawer-overlay], [data-x-part=dialog-overlay]',
      )
      if (by === 'corner' && !corner)
        throw new UiTestError('missing', `“${title}” has no button to close it.`)
      if (by === 'escape') await pressKey(context, dialog, 'Escape')
      else await press(context, (by === 'corner' ? corner : overlay) ?? dialog)
      if (!stays) await context.until(`“${title}” to go`, () => !dialog.isConnected)
    },
  }
}

/** A toast or notification. */
export interface ReadNotice {
  readonly kind: string
  readonly text: string
}

/** Driver of the toasts or notifications. */
export interface NoticesDriver {
  read(): readonly ReadNotice[]
  /** Waits for one with this text or a matching one. */
  wait(text: string | RegExp): Promise<ReadNotice>
  close(text: string | RegExp): Promise<void>
  /** Presses its action button. */
  act(text: string | RegExp): Promise<void>
}

/** Creates the driver of the toasts or notifications; both are above any modal. */
export function noticesDriver(
  context: DriverContext,
  part: 'toast' | 'notification',
): NoticesDriver {
  const all = () => [...context.document.querySelectorAll<HTMLElement>(`[data-x-part=${part}]`)]
  // The kind is text for screen readers before the text itself.
  const read = (notice: HTMLElement): ReadNotice => {
    const box = notice.querySelector('[role=alert]') ?? notice.querySelector('div') ?? notice
    const own = [...box.childNodes].filter(
      (node) => !(node instanceof Element && node.tagName === 'SPAN'),
    )
    return {
      kind: notice.dataset['kind'] ?? '',
      text: own
        .map((node) => node.textContent ?? '')
        .join(' ')
        .replace(/\s+/g, ' ')
        .trim(),
    }
  }
  const matches = (notice: HTMLElement, text: string | RegExp) =>
    typeof text === 'string' ? read(notice).text === text : text.test(read(notice).text)
  const find = (text: string | RegExp) =>
    context.until(`a ${part} ${String(text)}`, () => all().find((notice) => matches(notice, text)))
  const button = async (text: string | RegExp, place: 'action' | 'close') => {
    const buttons = [...(await find(text)).querySelectorAll('button')]
    const wanted = place === 'close' ? buttons.at(-1) : buttons.at(-2)
    if (!wanted) throw new UiTestError('missing', `The ${part} offers nothing to press.`)
    await press(context, wanted)
  }
  return {
    read: () => all().map(read),
    wait: async (text) => read(await find(text)),
    close: (text) => button(text, 'close'),
    act: (text) => button(text, 'action'),
  }
}
