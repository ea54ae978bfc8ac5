import { Button, IconButton } from '@x/ui/button'
import { Icon } from '@x/ui/icon'
import { TextField } from '@x/ui/text-field'
import { Trash2 } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import type { SpotSymbol } from '../../../data/spot/model.ts'
import { useChartMessages } from '../../../lib/messages/messages.ts'
import { useServices } from '../../../lib/services/servicesContext.ts'
import { STORAGE_KEYS } from '../../../lib/storageKeys.ts'
import styles from '../chart.module.css'
import type { ChartChoices } from '../useChartChoice.ts'
import {
  type ChartTemplate,
  MOST_NAME,
  readTemplates,
  withTemplate,
  writeTemplates,
} from './templates.ts'

type TemplateListProps = ChartChoices & { readonly spec: SpotSymbol }

/** Looks of the chart by name: kept, brought back and removed. */
export function TemplateList({ spec, choice, change, act }: TemplateListProps) {
  const t = useChartMessages()
  const { storage, appearance } = useServices()
  const [templates, setTemplates] = useState(() =>
    readTemplates(storage.get(STORAGE_KEYS.chartTemplates)),
  )
  const [name, setName] = useState('')
  const title = name.trim().replace(/\s+/g, ' ')
  const keep = (next: readonly ChartTemplate[]) => {
    const text = writeTemplates(next)
    storage.set(STORAGE_KEYS.chartTemplates, text)
    setTemplates(readTemplates(text))
  }
  const save = (event: FormEvent) => {
    event.preventDefault()
    if (title === '') return
    const { type, scale, indicators, parameters } = choice
    const drawings = storage.get(STORAGE_KEYS.drawings + spec.symbol) ?? '[]'
    const look = { type, scale, indicators, parameters, colours: appearance.getState() }
    keep(withTemplate(templates, { name: title, symbol: spec.symbol, drawings, ...look }))
    setName('')
  }
  const apply = (template: ChartTemplate) => {
    const { type, scale, indicators, parameters, symbol, drawings, colours } = template
    change({ type, scale, indicators, parameters })
    appearance.set(colours)
    // Drawings stand at prices: those of another pair say nothing here.
    if (symbol === spec.symbol) act({ kind: 'restore', stored: drawings })
  }
  return (
    <form className={styles['intervalForm']} noValidate onSubmit={save}>
      <ul
        aria-label={t('chart.templates')}
        className={styles['templates']}
        hidden={templates.length === 0}
      >
        {templates.map((template) => (
          <TemplateRow
            key={template.name}
            name={template.name}
            onApply={() => apply(template)}
            onRemove={() => keep(templates.filter((each) => each !== template))}
          />
        ))}
      </ul>
      <TextField
        label={t('chart.templateName')}
        value={name}
        maxLength={MOST_NAME}
        onChange={setName}
      />
      <Button type="submit" block disabled={title === ''}>
        {t('chart.templateSave')}
      </Button>
    </form>
  )
}

interface TemplateRowProps {
  readonly name: string
  readonly onApply: () => void
  readonly onRemove: () => void
}

function TemplateRow({ name, onApply, onRemove }: TemplateRowProps) {
  const t = useChartMessages()
  return (
    <li className={styles['indicator']}>
      <Button size="small" variant="ghost" onClick={onApply}>
        <bdi>{name}</bdi>
      </Button>
      <IconButton
        size="mini"
        icon={<Icon of={Trash2} size={14} />}
        label={t('chart.templateRemove', { name })}
        onClick={onRemove}
      />
    </li>
  )
}
