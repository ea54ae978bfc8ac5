import { useState, type ReactNode } from 'react'
import { useUiStrings } from '../../provider/useUiStrings.ts'
import { TextField } from '../../text-field/TextField.tsx'
import { mobilePrompt, type MobileField } from '../mobileChecks.ts'

const fields: readonly {
  readonly field: MobileField
  readonly label: string
  readonly type: 'text' | 'tel'
}[] = [
  { field: 'name', label: 'Name', type: 'text' },
  { field: 'phone', label: 'Phone', type: 'tel' },
  { field: 'address', label: 'Address', type: 'text' },
]

/** Shows errors after the first blur of a field. */
export default function AddressForm(): ReactNode {
  const strings = useUiStrings()
  const [texts, setTexts] = useState<Partial<Record<MobileField, string>>>({})
  const [left, setLeft] = useState<readonly MobileField[]>([])
  return (
    <form style={{ display: 'grid', gap: 16, inlineSize: 'min(320px, 100%)' }}>
      {fields.map(({ field, label, type }) => (
        <TextField
          key={field}
          label={label}
          type={type}
          value={texts[field] ?? ''}
          onChange={(text) => setTexts({ ...texts, [field]: text })}
          onBlur={() => setLeft([...left, field])}
          error={
            left.includes(field)
              ? mobilePrompt(field, { text: texts[field] ?? '', strings })
              : undefined
          }
        />
      ))}
    </form>
  )
}
