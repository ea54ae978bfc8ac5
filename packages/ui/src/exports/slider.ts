export { Slider, type SliderProps } from '../slider/Slider.tsx'
