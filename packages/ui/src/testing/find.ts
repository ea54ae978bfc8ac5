import type { DriverContext } from './DriverContext.ts'
import { UiTestError } from './UiTestError.ts'

const OUT_OF_REACH = '[hidden], [inert], [aria-hidden="true"]'
/** Selectors of elements with implicit roles, as far as widgets use them. */
const NATIVE: Readonly<Record<string, string>> = {
  button: 'button',
  link: 'a[href]',
  checkbox: 'input[type=checkbox]:not([role])',
  radio: 'input[type=radio]',
  slider: 'input[type=range]',
  searchbox: 'input[type=search]:not([role])',
  textbox:
    'input:is(:not([type]), [type=text], [type=email], [type=password], [type=tel]):not([role]), ' +
    'textarea:not([role])',
  heading: 'h1, h2, h3, h4',
  table: 'table:not([role])',
}

const singleSpaced = (text: string) => text.replace(/\s+/g, ' ').trim()

/** Returns the text of an element without parts hidden from screen readers. */
export function textOf(element: Element): string {
  const copy = element.cloneNode(true) as Element
  for (const hidden of copy.querySelectorAll(OUT_OF_REACH)) hidden.remove()
  return singleSpaced(copy.textContent ?? '')
}

/** Returns the accessible name: `aria-labelledby`, `aria-label`, label or content. */
export function nameOf(element: Element): string {
  const ids = element.getAttribute('aria-labelledby')
  if (ids)
    return singleSpaced(
      ids
        .split(' ')
        .map((id) => element.ownerDocument.getElementById(id)?.textContent ?? '')
        .join(' '),
    )
  const label = element.getAttribute('aria-label')
  if (label) return singleSpaced(label)
  const labels = 'labels' in element ? [...((element as HTMLInputElement).labels ?? [])] : []
  return labels.length > 0 ? singleSpaced(labels.map(textOf).join(' ')) : textOf(element)
}

/** Returns whether a user can reach an element: it is visible and not behind a modal. */
export const isInReach = (element: Element): boolean =>
  element.closest(OUT_OF_REACH) === null && element.checkVisibility?.() !== false

/** Returns whether an element is disabled. */
export const isDisabled = (element: Element): boolean =>
  element.matches(':disabled') || element.getAttribute('aria-disabled') === 'true'

/** Returns the reachable elements of these roles. */
export function allByRole(root: Element, roles: readonly string[]): HTMLElement[] {
  const selector = roles
    .map((role) => [`[role=${role}]`, NATIVE[role]].filter(Boolean).join(', '))
    .join(', ')
  return [...root.querySelectorAll<HTMLElement>(selector)].filter(isInReach)
}

/**
 * Waits for the only element with one of the roles and the name; without a name, the only one of
 * the roles.
 */
export async function oneByRole(
  { root, until }: DriverContext,
  { roles, name }: { readonly roles: readonly string[]; readonly name: string | undefined },
): Promise<HTMLElement> {
  const look = () =>
    allByRole(root, roles).filter((element) => name === undefined || nameOf(element) === name)
  const wanted = `${roles.join(' or ')}${name === undefined ? '' : ` “${name}”`}`
  const found = await until(wanted, () => look()[0] !== undefined && look()).catch(
    (error: unknown) => {
      const names = allByRole(root, roles).map((element) => `“${nameOf(element)}”`)
      throw error instanceof UiTestError
        ? new UiTestError(
            'missing',
            names.length > 0
              ? `No ${wanted} is in reach. There are ${names.join(', ')}.`
              : `No ${wanted} is in reach. There is none of that role.`,
          )
        : error
    },
  )
  const [first, second] = found
  if (first === undefined || second !== undefined)
    throw new UiTestError('several', `${found.length} elements are a ${wanted}.`)
  return first
}
