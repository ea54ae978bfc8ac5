const HtmlPlugin = require('html-webpack-plugin')
const MiniCssExtractPlugin = require('mini-css-extract-plugin')

module.exports = (_env, { mode }) => ({
  entry: './src/main.tsx',
  output: { filename: '[name].[contenthash].js', clean: true },
  resolve: { extensions: ['.tsx', '.ts', '.js'] },
  module: {
    rules: [
      {
        test: /\.tsx?$/,
        loader: 'esbuild-loader',
        options: { jsx: 'automatic', target: 'es2022' },
      },
      { test: /\.css$/, use: [MiniCssExtractPlugin.loader, 'css-loader'] },
    ],
  },
  plugins: [new HtmlPlugin({ template: 'src/index.html' }), new MiniCssExtractPlugin()],
  // An entry over 400 kB, uncompressed, breaks the build.
  performance: mode === 'production' && {
    hints: 'error',
    maxEntrypointSize: 400_000,
    maxAssetSize: 400_000,
  },
  devServer: { port: process.env.PORT ?? 8080 },
})
