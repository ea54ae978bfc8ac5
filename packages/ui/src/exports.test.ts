import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

type Entry = { readonly 'x-source'?: string; readonly import?: unknown; readonly require?: unknown }
type Exports = Readonly<Record<string, Entry | string>>

const manifest = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
  exports: Exports
  publishConfig: { exports: Exports }
}
const files = readdirSync(new URL('./exports/', import.meta.url)).map((file) =>
  file.slice(0, -'.ts'.length),
)

/** Exported values by subpath. Types are checked by their users. */
const names: Readonly<Record<string, readonly string[]>> = {
  'action-sheet': ['ActionSheet', 'canConfirm', 'reduceSheet'],
  'amount-field': ['AmountField', 'alterationOf', 'editAmount', 'stepAmount'],
  autocomplete: ['Autocomplete', 'autocompleteResult', 'reduceSuggestions'],
  badge: ['Badge'],
  button: ['Button', 'ButtonLink', 'IconButton'],
  checkbox: ['Checkbox'],
  'checkbox-group': ['CheckboxGroup', 'limitViolation', 'toggleCheck'],
  'color-field': ['ColorField'],
  'data-table': [
    'DataTable',
    'HEADER_HEIGHT',
    'MIN_COLUMN_WIDTH',
    'VIRTUAL_ABOVE',
    'columnWidths',
    'csvText',
    'nextSort',
    'sortRows',
    'tableCsv',
  ],
  'date-picker': [
    'DAY_FORMAT',
    'DatePicker',
    'MOMENT_FORMAT',
    'DEFAULT_CALENDAR_YEARS',
    'validateMoment',
    'parseMoment',
  ],
  'date-range': ['DateRangePicker', 'validateRange', 'reduceRange'],
  dialog: ['DIALOG_WIDTHS', 'Dialog'],
  drawer: ['DRAWER_SIZE', 'Drawer'],
  'empty-state': ['CopyText', 'EmptyState', 'ErrorState'],
  icon: ['Icon'],
  image: ['Image', 'imageTable'],
  index: [
    'FIRST_LAYER',
    'UiProvider',
    'createPopupStack',
    'pagePopups',
    'usePopupLayer',
    'useUiStrings',
  ],
  menu: ['Menu'],
  'message-dialog': ['MessageDialogHost', 'checkPrompt', 'createMessageDialogs'],
  'mobile-calendar': ['MobileCalendar', 'initialCalendar', 'isComplete', 'pressDay'],
  'mobile-form': [
    'MOBILE_LIMITS',
    'MOBILE_PROMPTS',
    'checkAddress',
    'checkName',
    'checkPhone',
    'mobileChecks',
    'mobilePrompt',
  ],
  'multi-select': ['MultiSelect'],
  notification: [
    'NOTIFICATION_DURATION',
    'NOTIFICATION_GAP',
    'NotificationRegion',
    'createNotificationQueue',
  ],
  number: ['Change', 'LiveNumber', 'NumberText', 'directionOf'],
  pagination: [
    'DEFAULT_PAGER_COUNT',
    'DEFAULT_PAGE_SIZE',
    'PAGE_SIZES',
    'Pagination',
    'pageCount',
    'pagerItems',
  ],
  panel: ['Panel'],
  'picker-wheel': ['PickerWheel', 'WHEEL_ROW', 'WHEEL_ROWS', 'createWheel', 'yearRows'],
  popover: ['Popover'],
  progress: ['Progress', 'percentOf', 'shareOf'],
  'radio-group': ['RadioGroup'],
  scrollbar: ['MIN_THUMB', 'RESIZE_WAIT', 'Scrollbar', 'offsetAt', 'thumbOf'],
  'search-box': ['SEARCH_WAIT', 'SearchBox', 'createSearch'],
  'segmented-control': ['SegmentedControl'],
  select: ['HOVER_RESET', 'REMOTE_WAIT', 'Select', 'useRemoteOptions'],
  skeleton: ['Skeleton', 'SkeletonRows', 'Spinner'],
  slider: ['Slider'],
  strings: ['UI_LOCALES', 'loadUiStrings', 'uiStringsEn'],
  switch: ['Switch'],
  tabs: ['Tabs'],
  'text-field': ['TextArea', 'TextField', 'acceptsLength', 'graphemeCount'],
  testing: ['UiTestError', 'createTestDrivers', 'polyfillJsdom', 'isUiTestError'],
  toast: ['TOAST_DURATION', 'TOAST_GAP', 'TOAST_OFFSET', 'ToastRegion', 'createToastQueue'],
  tooltip: [
    'TOOLTIP_CLOSE_DELAY',
    'TOOLTIP_HIDE_AFTER',
    'TOOLTIP_MAX_WIDTH',
    'TOOLTIP_OPEN_DELAY',
    'Tooltip',
    'createTooltip',
  ],
  'visually-hidden': ['VisuallyHidden'],
}

const subpathOf = (name: string) => (name === 'index' ? '.' : `./${name}`)

describe('public names', () => {
  it('have one file per subpath in this list', () => {
    expect(files.sort()).toEqual(Object.keys(names).sort())
  })

  it.each(Object.entries(names))(
    'exports the listed names from @x/ui/%s',
    async (name, expected) => {
      const module = (await import(`./exports/${name}.ts`)) as object
      expect(Object.keys(module).sort()).toEqual([...expected].sort())
      // The first import of a cold run reads all icons.
    },
  )
})

describe('manifest', () => {
  it.each(Object.keys(names))('maps %s to sources here and to the build when published', (name) => {
    const entry = manifest.exports[subpathOf(name)] as Entry
    const { 'x-source': source, ...published } = entry
    expect(source).toBe(`./src/exports/${name}.ts`)
    expect(published).toEqual(manifest.publishConfig.exports[subpathOf(name)])
  })

  it('exports nothing else but style sheets and itself', () => {
    const known = [
      ...Object.keys(names).map(subpathOf),
      './tokens.css',
      './base.css',
      './reset.css',
      './*.css',
      './package.json',
    ].sort()
    expect(Object.keys(manifest.exports).sort()).toEqual(known)
    expect(Object.keys(manifest.publishConfig.exports).sort()).toEqual(known)
  })
})
