export { instructions as memoryInstructions } from '../../tools/instructions.js'
export { type MemoryToolsOptions, memoryTools } from './memory-tools.js'
