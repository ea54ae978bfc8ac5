import type { ReactNode } from 'react'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { UiProvider } from '../../provider/UiProvider.tsx'
import type { UiStrings } from '../../strings/UiStrings.ts'

/** Options of `renderWidget`. */
export interface RenderWidgetOptions {
  /** Default `en`. */
  readonly language?: string
  readonly direction?: 'ltr' | 'rtl'
  readonly strings?: Partial<UiStrings>
}

/**
 * Renders widgets without a browser, for tests in which no layout decides. Returns a function that
 * renders again in the same place.
 */
export function renderWidget(
  children: ReactNode,
  { language = 'en', direction = 'ltr', strings = {} }: RenderWidgetOptions = {},
): (next: ReactNode) => void {
  cleanup()
  const page = (content: ReactNode) => (
    <UiProvider language={language} strings={strings}>
      <div dir={direction} style={{ direction }}>
        {content}
      </div>
    </UiProvider>
  )
  const { rerender } = render(page(children))
  return (next) => rerender(page(next))
}

/** Finds an element by role and exact name. */
export const named = (role: string, name: string): HTMLElement => screen.getByRole(role, { name })

/** Presses a button, box or other control of a role and exact name. */
export const pressNamed = (role: string, name: string): void => {
  fireEvent.click(named(role, name))
}

/** Presses a key on the focused element; returns whether the widget left it to the browser. */
export const pressKey = (key: string, modifiers: KeyboardEventInit = {}): boolean =>
  fireEvent.keyDown(document.activeElement ?? document.body, { key, ...modifiers })

/** The text or the accessible name of the focused element. */
export const focusedText = (): string | null =>
  document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent ?? null

/** What the first form of the page would submit, as `name=value`. */
export function formEntries(): readonly string[] {
  const form = document.querySelector('form')
  if (!form) throw new Error('The page has no form.')
  return [...new FormData(form)].map(
    ([name, value]) => `${name}=${typeof value === 'string' ? value : value.name}`,
  )
}
