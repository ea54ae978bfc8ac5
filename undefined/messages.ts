// Written by x-locale from the message catalogs. Do not edit.

export interface MessageFormat {
  plural(value: number, tag?: string): string
  ordinal(value: number, tag?: string): string
  number(value: number | bigint | string, options?: Intl.NumberFormatOptions): string
  date(value: number | Date, options: Intl.DateTimeFormatOptions): string
}

export type Rich<Tag extends string> = readonly (
  | string
  | { readonly tag: Tag; readonly children: Rich<Tag> }
)[]

export interface Messages {
  /** Security check */
  readonly title: string
  /** Slide the piece into the gap */
  readonly hint: string
  /** Position of the piece */
  readonly slider: string
  /** {x} of {range} */
  readonly position: (
    args: { readonly x: string | number; readonly range: string | number },
    format: MessageFormat,
  ) => string
  /** Confirm */
  readonly confirm: string
  /** Another picture */
  readonly another: string
  /** Close */
  readonly close: string
  /** A picture with a gap in the shape of a puzzle piece */
  readonly picture: string
  /** Verify without the puzzle */
  readonly work: string
  /** Your device solves a calculation instead. It takes a few seconds. */
  readonly workHelp: string
  /** Calculating, {percent} % */
  readonly working: (args: { readonly percent: string | number }, format: MessageFormat) => string
  /** Checking */
  readonly checking: string
  /** Too many tries with the puzzle. Please verify without it. */
  readonly onlyWork: string
  /** That did not fit. Here is another picture. */
  readonly renewed: string
  /** Verified */
  readonly solved: string
  /** Too many attempts, please wait a moment */
  readonly tooMany: string
  /** The check could not be reached, please try again */
  readonly unavailable: string
}

export type MessageId = keyof Messages
