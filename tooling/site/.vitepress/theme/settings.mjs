import { reactive, watch } from 'vue'

/** Attributes of the root element of a demo, and its language. */
export const CHOICES = {
  density: ['dense', 'comfortable'],
  palette: ['classic', 'safe', 'custom'],
  updown: ['green-up', 'red-up'],
  width: ['full', 'phone'],
}

const KEY = 'demo-settings'

/** What the reader chose, for all demos of the site. */
export const settings = reactive({
  locale: 'en',
  density: 'dense',
  palette: 'classic',
  updown: 'green-up',
  width: 'full',
  colourA: '#0aa2c0',
  colourB: '#d6336c',
})

if (typeof localStorage !== 'undefined') {
  try {
    Object.assign(settings, JSON.parse(localStorage.getItem(KEY) ?? '{}'))
    watch(settings, () => localStorage.setItem(KEY, JSON.stringify(settings)))
  } catch {
    // Without storage the choice lasts until the page is left.
  }
}
