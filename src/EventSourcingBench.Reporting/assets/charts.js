// The parts of Apache ECharts that report.js draws with. Bundled as the global `echarts`, which is also what the
// full build is called, so that report.js does not care which of the two a page carries.
export { init, use } from 'echarts/core';
import { use } from 'echarts/core';
import { BarChart, BoxplotChart, CustomChart, HeatmapChart, LineChart } from 'echarts/charts';
import { AriaComponent, GridComponent, MarkLineComponent, TooltipComponent, VisualMapContinuousComponent } from 'echarts/components';
import { SVGRenderer } from 'echarts/renderers';

use([
  BarChart, BoxplotChart, CustomChart, HeatmapChart, LineChart, AriaComponent, GridComponent, MarkLineComponent, TooltipComponent,
  VisualMapContinuousComponent, SVGRenderer,
]);
