interface Choice {
  readonly value: string
  readonly disabled?: boolean
}

/** Returns the radio button in the tab order: the chosen one, else the first enabled one. */
export function tabStopOf(
  choices: readonly Choice[],
  { chosen, disabled }: { readonly chosen: string | null | undefined; readonly disabled: boolean },
): string | undefined {
  if (disabled) return undefined
  const enabled = choices.filter((choice) => !choice.disabled)
  return (enabled.find((choice) => choice.value === chosen) ?? enabled[0])?.value
}
