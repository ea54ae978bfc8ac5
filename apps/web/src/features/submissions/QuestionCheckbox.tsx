import { Checkbox } from '@x/ui/checkbox'
import { type ReactNode, useState } from 'react'

interface QuestionTickProps {
  readonly onTick: (isTicked: boolean) => void
  readonly children: ReactNode
}

/**
 * A tick in a question of the app's, which is made once and hears of no later state: it keeps its
 * own, and begins without.
 */
export function QuestionCheckbox({ onTick, children }: QuestionTickProps) {
  const [isTicked, setTicked] = useState(false)
  const tick = (checked: boolean) => {
    setTicked(checked)
    onTick(checked)
  }
  return (
    <Checkbox checked={isTicked} onChange={tick}>
      {children}
    </Checkbox>
  )
}
