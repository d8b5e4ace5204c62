import { defineConfig, type OxlintConfig } from 'oxlint';

type Rules = NonNullable<OxlintConfig['rules']>;

/** The walls of the architecture. Each message names what to use instead. `.dependency-cruiser.js` has those between folders. */
const walls = {
  node: {
    regex: '^(node:|fs$|path$|os$|child_process$|worker_threads$|electron|ws$|hono|pino|conf$)',
    message: 'src-shared and src-renderer run without Node. Ask main: add an operation to src-shared/operations.',
  },
  main: { regex: '(^#main/|src-main)', message: 'src-main is not importable from here. What both sides need lives in src-shared.' },
  renderer: { regex: 'src-renderer', message: 'src-renderer is not importable from here. What both sides need lives in src-shared.' },
  electron: {
    regex: '^electron($|/)',
    message: 'Only src-main/hosts/electron knows Electron. Put the need into src-main/infra/platform.ts.',
  },
  responses: {
    regex: 'wire/responses/',
    message:
      'These schemas are what the local service sends, for it and its tests. The client reads any service: by src-main/service-client/reading, into the types of src-shared/catalogue.',
  },
};
const forbid = (...patterns: { regex: string; message: string }[]): Rules => ({ 'no-restricted-imports': ['error', { patterns }] });

/** The strict rules of typescript-eslint, of which most read types (`no-unsafe-class-instance-assignment` and `no-unsafe-enum-assignment` are not had here). */
const rules: Rules = {
  'no-array-constructor': 'error',
  'no-console': ['error', { allow: ['error', 'warn'] }],
  'no-unused-expressions': 'error',
  'no-unused-vars': 'error',
  'no-useless-constructor': 'error',
  'no-var': 'error',
  'prefer-const': 'error',
  'prefer-rest-params': 'error',
  'prefer-spread': 'error',
  'typescript/await-thenable': 'error',
  'typescript/ban-ts-comment': ['error', { minimumDescriptionLength: 10 }],
  'typescript/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
  'typescript/no-array-delete': 'error',
  'typescript/no-base-to-string': 'error',
  'typescript/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
  'typescript/no-deprecated': 'error',
  'typescript/no-duplicate-enum-values': 'error',
  'typescript/no-duplicate-type-constituents': 'error',
  'typescript/no-dynamic-delete': 'error',
  'typescript/no-empty-object-type': 'error',
  'typescript/no-explicit-any': 'error',
  'typescript/no-extra-non-null-assertion': 'error',
  'typescript/no-extraneous-class': 'error',
  'typescript/no-floating-promises': 'error',
  'typescript/no-for-in-array': 'error',
  'typescript/no-generated-empty-object-type': 'error',
  'typescript/no-implied-eval': 'error',
  'typescript/no-invalid-void-type': ['error', { allowAsThisParameter: true }],
  'typescript/no-meaningless-void-operator': 'error',
  'typescript/no-misused-new': 'error',
  'typescript/no-misused-promises': 'error',
  'typescript/no-misused-spread': 'error',
  'typescript/no-mixed-enums': 'error',
  'typescript/no-namespace': 'error',
  'typescript/no-non-null-asserted-nullish-coalescing': 'error',
  'typescript/no-non-null-asserted-optional-chain': 'error',
  'typescript/no-non-null-assertion': 'error',
  'typescript/no-redundant-type-constituents': 'error',
  'typescript/no-require-imports': 'error',
  'typescript/no-this-alias': 'error',
  'typescript/no-unnecessary-boolean-literal-compare': 'error',
  'typescript/no-unnecessary-condition': 'error',
  'typescript/no-unnecessary-template-expression': 'error',
  'typescript/no-unnecessary-type-arguments': 'error',
  'typescript/no-unnecessary-type-assertion': 'error',
  'typescript/no-unnecessary-type-constraint': 'error',
  'typescript/no-unnecessary-type-conversion': 'error',
  'typescript/no-unnecessary-type-parameters': 'error',
  'typescript/no-unsafe-argument': 'error',
  'typescript/no-unsafe-assignment': 'error',
  'typescript/no-unsafe-call': 'error',
  'typescript/no-unsafe-declaration-merging': 'error',
  'typescript/no-unsafe-enum-comparison': 'error',
  'typescript/no-unsafe-function-type': 'error',
  'typescript/no-unsafe-member-access': 'error',
  'typescript/no-unsafe-return': 'error',
  'typescript/no-unsafe-unary-minus': 'error',
  'typescript/no-useless-default-assignment': 'error',
  'typescript/no-wrapper-object-types': 'error',
  'typescript/only-throw-error': 'error',
  'typescript/prefer-as-const': 'error',
  'typescript/prefer-literal-enum-member': 'error',
  'typescript/prefer-namespace-keyword': 'error',
  'typescript/prefer-promise-reject-errors': 'error',
  'typescript/prefer-reduce-type-parameter': 'error',
  'typescript/prefer-return-this-type': 'error',
  'typescript/related-getter-setter-pairs': 'error',
  'typescript/require-await': 'error',
  'typescript/restrict-plus-operands': [
    'error',
    { allowAny: false, allowBoolean: false, allowNullish: false, allowNumberAndString: false, allowRegExp: false },
  ],
  'typescript/restrict-template-expressions': ['error', { allowNumber: true, allowBoolean: true }],
  'typescript/return-await': ['error', 'error-handling-correctness-only'],
  'typescript/triple-slash-reference': 'error',
  'typescript/unbound-method': 'error',
  'typescript/unified-signatures': 'error',
  'typescript/use-unknown-in-catch-callback-variable': 'error',
};

const hooks: Rules = {
  'react/rules-of-hooks': 'error',
  'react/exhaustive-deps': 'error',
  'react/static-components': 'error',
  'react/use-memo': 'error',
  'react/preserve-manual-memoization': 'error',
  'react/incompatible-library': 'error',
  'react/immutability': 'error',
  'react/globals': 'error',
  'react/refs': 'error',
  'react/set-state-in-effect': 'error',
  'react/error-boundaries': 'error',
  'react/purity': 'error',
  'react/set-state-in-render': 'error',
  'react/unsupported-syntax': 'error',
};

/** What sounds plays on the output of Settings, and so is made where that is known. */
const sounding = [
  {
    selector: 'NewExpression[callee.name="AudioContext"], NewExpression[callee.property.name="AudioContext"]',
    message: 'It plays on the output of Settings: make it with createContext of audio/output.ts.',
  },
  {
    selector:
      'NewExpression[callee.name="Audio"], NewExpression[callee.property.name="Audio"], CallExpression[callee.property.name="createElement"] > Literal[value=/^(audio|video)$/]',
    message: 'It plays on the output of Settings: make it with createAudio of audio/output.ts.',
  },
  {
    selector: 'JSXOpeningElement[name.name=/^(audio|video)$/]',
    message: 'It plays on the output of Settings: use Video of ui/video.tsx.',
  },
];

export default defineConfig({
  plugins: ['typescript'],
  categories: { correctness: 'off' },
  options: { typeAware: true, reportUnusedDisableDirectives: 'error' },
  ignorePatterns: ['dist', 'release', 'test-results', '**/*.cjs', 'test/helpers/electron-stand-in/**'],
  rules,
  overrides: [
    { files: ['src-shared/**'], rules: forbid(walls.node, walls.main, walls.renderer, walls.responses) },
    {
      files: ['src-renderer/**'],
      plugins: ['typescript', 'react'],
      jsPlugins: [{ name: 'eslint-js', specifier: 'oxlint-plugin-eslint' }],
      rules: {
        ...hooks,
        ...forbid(walls.node, walls.main, walls.responses),
        'eslint-js/no-restricted-syntax': [
          'error',
          {
            selector: 'JSXOpeningElement[name.name=/^(Icon[A-Z]|Loader$)/] > JSXAttribute[name.name="size"] Literal',
            message: 'Icons and spinners have a size of lib/icon-size.ts, which grows with the text.',
          },
          ...sounding,
        ],
      },
    },
    { files: ['src-main/**'], rules: forbid(walls.renderer, walls.electron, walls.responses) },
    { files: ['src-main/local-service/**'], rules: forbid(walls.renderer, walls.electron) },
    { files: ['src-main/hosts/electron/**'], rules: forbid(walls.renderer, walls.responses) },
    // Plain JavaScript says no types: what reads them would report all of it.
    {
      files: ['**/*.js', '**/*.mjs'],
      rules: {
        'no-var': 'off',
        'typescript/no-unnecessary-condition': 'off',
        'prefer-spread': 'off',
        'typescript/no-unsafe-argument': 'off',
        'typescript/no-unsafe-assignment': 'off',
        'typescript/no-unsafe-call': 'off',
        'typescript/no-unsafe-member-access': 'off',
        'typescript/no-unsafe-return': 'off',
        'typescript/restrict-plus-operands': 'off',
      },
    },
    { files: ['test/**'], rules: { 'typescript/no-non-null-assertion': 'off', 'no-console': 'off' } },
  ],
});
