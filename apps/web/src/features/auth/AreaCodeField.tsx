import { useLocale } from '@x/locale/react'
import { Select, type SelectProps } from '@x/ui/select'
import { useMemo, useState } from 'react'
import { usePageMessages } from '../../lib/messages/messages.ts'
import { areaCodeOptions, codeOfRegion, mainRegionOf } from './areaCodes.ts'

interface AreaCodeFieldProps extends Pick<SelectProps, 'size' | 'onBlur' | 'error'> {
  /** Digits, without a plus. */
  readonly value: string
  readonly onChange: (code: string) => void
}

/** The calling code of a mobile number, found by digits or by the name of the country. */
export function AreaCodeField({ value, onChange, ...props }: AreaCodeFieldProps) {
  const t = usePageMessages()
  const { locale } = useLocale()
  const options = useMemo(() => areaCodeOptions(locale), [locale])
  // Some countries share a code: the one that was chosen stays.
  const [picked, setPicked] = useState<string>()
  const region = picked && codeOfRegion(picked) === value ? picked : mainRegionOf(value)
  return (
    <Select
      {...props}
      label={t('register.areaCode')}
      placeholder="+"
      filterable
      options={options}
      value={region ?? null}
      onChange={(key) => {
        if (key === null) return
        setPicked(key)
        onChange(codeOfRegion(key) ?? '')
      }}
    />
  )
}
