export { SimulationGate, useSimulation, type SimulationGateProps } from '../react.tsx'
