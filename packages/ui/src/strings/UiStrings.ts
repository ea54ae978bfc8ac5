/** Every text that a widget writes by itself. A value is a string, or a function of named arguments where the text holds a figure. */
export interface UiStrings {
  readonly ok: string
  readonly confirm: string
  readonly cancel: string
  readonly close: string
  readonly clear: string
  readonly retry: string
  readonly copy: string
  readonly copied: string
  readonly search: string
  readonly loading: string
  readonly noData: string
  readonly noMatches: string
  readonly select: string
  readonly showPassword: string
  readonly hidePassword: string
  readonly increase: string
  readonly decrease: string
  readonly required: string
  /** U2: the default text of a failed check. */
  readonly invalidInput: string
  readonly refusedPaste: string
  readonly up: string
  readonly down: string
  readonly unchanged: string
  readonly notifications: string
  readonly success: string
  readonly warning: string
  readonly info: string
  readonly error: string
  readonly question: string
  readonly traceId: string
  readonly previousPage: string
  readonly nextPage: string
  readonly jumpBack: string
  readonly jumpForward: string
  readonly pagination: string
  readonly rowsPerPage: string
  readonly characterCount: (args: { count: number; limit: number }) => string
  readonly createOption: (args: { text: string }) => string
  readonly resultCount: (args: { count: number }) => string
  readonly limitReached: (args: { limit: number }) => string
  readonly page: (args: { page: number }) => string
  readonly removeItem: (args: { item: string }) => string
  readonly stale: (args: { seconds: number }) => string
  readonly sortBy: (args: { column: string }) => string
}
