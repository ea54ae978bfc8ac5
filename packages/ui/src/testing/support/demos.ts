import type { ComponentType } from 'react'
import Sheets from '../../action-sheet/demos/Sheets.tsx'
import AmountFields from '../../amount-field/demos/AmountFields.tsx'
import Autocompletes from '../../autocomplete/demos/Autocompletes.tsx'
import Badges from '../../badge/demos/Badges.tsx'
import Buttons from '../../button/demos/Buttons.tsx'
import CheckGroups from '../../checkbox-group/demos/CheckGroups.tsx'
import ColorFields from '../../color-field/demos/ColorFields.tsx'
import Grids from '../../data-table/demos/Grids.tsx'
import Tables from '../../data-table/demos/Tables.tsx'
import DatePickers from '../../date-picker/demos/DatePickers.tsx'
import DateRanges from '../../date-range/demos/DateRanges.tsx'
import DialogDemo from '../../dialog/demos/DialogDemo.tsx'
import Drawers from '../../drawer/demos/Drawers.tsx'
import States from '../../empty-state/demos/States.tsx'
import Icons from '../../icon/demos/Icons.tsx'
import Images from '../../image/demos/Images.tsx'
import MenuDemo from '../../menu/demos/MenuDemo.tsx'
import Messages from '../../message-dialog/demos/Messages.tsx'
import MobileCalendars from '../../mobile-calendar/demos/MobileCalendars.tsx'
import AddressForm from '../../mobile-form/demos/AddressForm.tsx'
import Notifications from '../../notification/demos/Notifications.tsx'
import Numbers from '../../number/demos/Numbers.tsx'
import Pages from '../../pagination/demos/Pages.tsx'
import Panels from '../../panel/demos/Panels.tsx'
import Wheels from '../../picker-wheel/demos/Wheels.tsx'
import PopoverDemo from '../../popover/demos/PopoverDemo.tsx'
import Bars from '../../progress/demos/Bars.tsx'
import Radios from '../../radio-group/demos/Radios.tsx'
import Scrollbars from '../../scrollbar/demos/Scrollbars.tsx'
import Searches from '../../search-box/demos/Searches.tsx'
import Segments from '../../segmented-control/demos/Segments.tsx'
import MultiSelects from '../../select/demos/MultiSelects.tsx'
import Selects from '../../select/demos/Selects.tsx'
import Skeletons from '../../skeleton/demos/Skeletons.tsx'
import Sliders from '../../slider/demos/Sliders.tsx'
import TabsDemo from '../../tabs/demos/TabsDemo.tsx'
import TextFields from '../../text-field/demos/TextFields.tsx'
import Toasts from '../../toast/demos/Toasts.tsx'
import Toggles from '../../toggle/demos/Toggles.tsx'
import TooltipDemo from '../../tooltip/demos/TooltipDemo.tsx'
import Hidden from '../../visually-hidden/demos/Hidden.tsx'

/** Demos of all widgets, for the catalogue and the tests of accessibility and server rendering. */
export const demos: Readonly<Record<string, ComponentType>> = {
  'action-sheet/Sheets': Sheets,
  'amount-field/AmountFields': AmountFields,
  'autocomplete/Autocompletes': Autocompletes,
  'badge/Badges': Badges,
  'button/Buttons': Buttons,
  'checkbox-group/CheckGroups': CheckGroups,
  'color-field/ColorFields': ColorFields,
  'data-table/Grids': Grids,
  'data-table/Tables': Tables,
  'date-picker/DatePickers': DatePickers,
  'date-range/DateRanges': DateRanges,
  'dialog/DialogDemo': DialogDemo,
  'drawer/Drawers': Drawers,
  'empty-state/States': States,
  'icon/Icons': Icons,
  'image/Images': Images,
  'menu/MenuDemo': MenuDemo,
  'message-dialog/Messages': Messages,
  'mobile-calendar/MobileCalendars': MobileCalendars,
  'mobile-form/AddressForm': AddressForm,
  'notification/Notifications': Notifications,
  'number/Numbers': Numbers,
  'pagination/Pages': Pages,
  'panel/Panels': Panels,
  'picker-wheel/Wheels': Wheels,
  'popover/PopoverDemo': PopoverDemo,
  'progress/Bars': Bars,
  'radio-group/Radios': Radios,
  'scrollbar/Scrollbars': Scrollbars,
  'search-box/Searches': Searches,
  'segmented-control/Segments': Segments,
  'select/MultiSelects': MultiSelects,
  'select/Selects': Selects,
  'skeleton/Skeletons': Skeletons,
  'slider/Sliders': Sliders,
  'tabs/TabsDemo': TabsDemo,
  'text-field/TextFields': TextFields,
  'toast/Toasts': Toasts,
  'toggle/Toggles': Toggles,
  'tooltip/TooltipDemo': TooltipDemo,
  'visually-hidden/Hidden': Hidden,
}
