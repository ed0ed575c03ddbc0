// The engine's entry: the Qt plugin that the program loads. The one engine file that includes Qt.
