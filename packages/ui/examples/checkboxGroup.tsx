import { useState } from 'react'
import { CheckboxGroup } from '@x/ui/checkbox-group'

export function Indicators({
  indicators,
}: {
  readonly indicators: readonly { readonly value: string; readonly label: string }[]
}) {
  const [shown, setShown] = useState<readonly string[]>(['ma'])
  return (
    <CheckboxGroup
      label="Indicators"
      options={indicators}
      min={1}
      max={3}
      value={shown}
      onChange={setShown}
    />
  )
}
