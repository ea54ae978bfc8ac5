import type { Clock } from '@x/kit'

/** Time that the terminal of a pair may take. */
const MOST_MS = 10_000

/**
 * Gives the focus to the switcher with this label once its terminal is on screen, unless something
 * else has it by then: what had it leaves with the terminal of the pair before.
 */
export function focusSwitcher(label: string, { clock }: { readonly clock: Clock }): void {
  const observer = new MutationObserver(() => {
    const switcher = [...document.querySelectorAll<HTMLElement>('button[aria-label]')].find(
      (button) => button.getAttribute('aria-label') === label,
    )
    if (!switcher) return
    end()
    if (document.activeElement === document.body) switcher.focus()
  })
  const timer = clock.after(MOST_MS, () => observer.disconnect())
  const end = () => {
    observer.disconnect()
    timer.cancel()
  }
  observer.observe(document.body, { childList: true, subtree: true })
}
