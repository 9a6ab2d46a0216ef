// biome-ignore lint/style/noDefaultExport: the package that it stands for has one
export default { load: 'fail' }
