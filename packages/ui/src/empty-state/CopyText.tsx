import { useEffect, useState } from 'react'
import { Check, Copy } from 'lucide-react'
import { classNames } from '../classNames.ts'
import slot from '../field/slotButton.module.css'
import { Icon } from '../icon/Icon.tsx'
import { useUiStrings } from '../provider/useUiStrings.ts'
import { VisuallyHidden } from '../visually-hidden/VisuallyHidden.tsx'
import type { WidgetProps } from '../WidgetProps.ts'
import styles from './emptyState.module.css'

/** Props of `CopyText`. */
export interface CopyTextProps extends WidgetProps {
  readonly text: string
  /** Text on screen; default `text`. */
  readonly shown?: string
}

/** A text with a copy button. Without access to the clipboard the text can still be selected. */
export function CopyText({ text, shown = text, id, className, style }: CopyTextProps) {
  const strings = useUiStrings()
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return undefined
    const timer = setTimeout(() => setCopied(false), 2000)
    return () => clearTimeout(timer)
  }, [copied])
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      setCopied(true)
    } catch {
      setCopied(false)
    }
  }
  return (
    <span
      id={id}
      className={classNames(styles['copy'], className)}
      style={style}
      data-x-part="copy-text"
    >
      <bdi className={styles['copied']}>{shown}</bdi>
      <button
        type="button"
        className={slot['button']}
        aria-label={`${strings.copy} ${shown}`}
        onClick={() => void copy()}
      >
        <Icon of={copied ? Check : Copy} size={14} />
      </button>
      <span role="status">{copied ? <VisuallyHidden>{strings.copied}</VisuallyHidden> : null}</span>
    </span>
  )
}
